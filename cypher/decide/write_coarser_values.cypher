// Coarser values as entities; one that documents mention, or that is masked, stays as it is.
// $rows: id STRING, value STRING, type STRING, weight DOUBLE
UNWIND $rows AS row WITH row.id AS id, row.value AS value, row.type AS type, row.weight AS weight
MERGE (e:Entity {id: id})
ON CREATE SET e.value = value, e.type = type, e.weight = weight, e.masked = false, e.frequency = 0, e.uniqueness = 0.0,
    e.importance = 0.0
