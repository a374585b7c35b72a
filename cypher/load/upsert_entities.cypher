// Write entities; one that is there keeps its decision.
// $rows: id STRING, value STRING, type STRING, weight DOUBLE
UNWIND $rows AS row WITH row.id AS id, row.value AS value, row.type AS type, row.weight AS weight
MERGE (e:Entity {id: id})
SET e.value = value, e.type = type, e.weight = weight, e.masked = coalesce(e.masked, false)
