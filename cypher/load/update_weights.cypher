// Give every entity the weight of its type in the profile; what has it is not written again.
// $rows: type STRING, weight DOUBLE
UNWIND $rows AS row WITH row.type AS type, row.weight AS weight
MATCH (e:Entity) WHERE e.type = type AND e.weight <> weight
SET e.weight = weight
