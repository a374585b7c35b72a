// Give masked entities another coarser value, or their label; why they are masked stays.
// $rows: id STRING, replacement STRING, operator STRING, level INT64
UNWIND $rows AS row WITH row.id AS id, row.replacement AS replacement, row.operator AS operator, row.level AS level
MATCH (e:Entity {id: id})
SET e.replacement = replacement, e.operator = operator, e.level = level
