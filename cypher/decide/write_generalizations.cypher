// The ladder of a masked entity: each coarser value that is true of it, and on which rung from 1.
// $rows: id STRING, coarser STRING, level INT64
UNWIND $rows AS row WITH row.id AS id, row.coarser AS coarser, row.level AS level
MATCH (e:Entity {id: id})
MATCH (g:Entity {id: coarser})
MERGE (e)-[x:GENERALIZES_TO]->(g)
SET x.level = level
