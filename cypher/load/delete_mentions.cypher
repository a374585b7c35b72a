// Forget what some documents mention, before it is written anew.
// $source_ids: list of source ids
MATCH (d:Document)-[m:MENTIONS]->(:Entity) WHERE d.source_id IN $source_ids
DELETE m
