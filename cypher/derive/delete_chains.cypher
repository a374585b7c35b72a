// Forget chains that are not among the worst any more.
// $ids: of chains
MATCH (c:Chain) WHERE c.id IN $ids
DETACH DELETE c
