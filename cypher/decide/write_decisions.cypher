// Mask entities, each with its reason, its replacement, what remains of it, and the documents that it was decided for.
// $rows: id STRING, replacement STRING, operator STRING, reason STRING, decided_by STRING, level INT64, leaves_link BOOLEAN, relabelled BOOLEAN, decided_for STRING[]
UNWIND $rows AS row WITH row.id AS id, row.replacement AS replacement, row.operator AS operator, row.reason AS reason, row.decided_by AS decided_by, row.level AS level, row.leaves_link AS leaves_link, row.relabelled AS relabelled, row.decided_for AS decided_for
MATCH (e:Entity {id: id})
SET e.masked = true, e.replacement = replacement, e.operator = operator, e.reason = reason, e.decided_by = decided_by,
    e.level = level, e.leaves_link = leaves_link, e.relabelled = relabelled, e.decided_for = decided_for
