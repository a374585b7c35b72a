// Give every entity the weight of its type in the profile, and say whether it is a direct identifier; what has both is not
// written again.
// $rows: type STRING, weight DOUBLE, direct BOOLEAN
UNWIND $rows AS row WITH row.type AS type, row.weight AS weight, row.direct AS direct
MATCH (e:Entity) WHERE e.type = type AND (e.weight <> weight OR coalesce(e.direct, false) <> direct)
SET e.weight = weight, e.direct = direct
