// Write back what arrays computed of entities.
// $rows: id STRING, frequency INT64, uniqueness DOUBLE, importance DOUBLE
UNWIND $rows AS row WITH row.id AS id, row.frequency AS frequency, row.uniqueness AS uniqueness, row.importance AS importance
MATCH (e:Entity {id: id})
SET e.frequency = frequency, e.uniqueness = uniqueness, e.importance = importance
