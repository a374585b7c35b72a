// Give every entity the weight of its type in the profile.
// $rows: type STRING, weight DOUBLE
UNWIND $rows AS row WITH row.type AS type, row.weight AS weight
MATCH (e:Entity) WHERE e.type = type
SET e.weight = weight
