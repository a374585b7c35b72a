// Take texts of an attacker out, with what resembles them.
// $ids: list of ids
MATCH (b:Background) WHERE b.id IN $ids
DETACH DELETE b
