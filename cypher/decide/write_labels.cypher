// Give masked entities whose replacement left a link another one that leaves none; why they are masked stays.
// $rows: id STRING, replacement STRING, operator STRING
UNWIND $rows AS row WITH row.id AS id, row.replacement AS replacement, row.operator AS operator
MATCH (e:Entity {id: id})
SET e.replacement = replacement, e.operator = operator, e.leaves_link = false, e.relabelled = true, e.level = 0
