// Mask entities, each with its reason and its replacement.
// $rows: id STRING, replacement STRING, operator STRING, reason STRING, decided_by STRING
UNWIND $rows AS row WITH row.id AS id, row.replacement AS replacement, row.operator AS operator, row.reason AS reason, row.decided_by AS decided_by
MATCH (e:Entity {id: id})
SET e.masked = true, e.replacement = replacement, e.operator = operator, e.reason = reason, e.decided_by = decided_by
