// Take back decisions; what earlier runs decided stays visible at their runs.
// $rows: id STRING
UNWIND $rows AS row WITH row.id AS id
MATCH (e:Entity {id: id})
SET e.masked = false, e.replacement = NULL, e.operator = NULL, e.reason = NULL, e.decided_by = NULL, e.level = NULL,
    e.leaves_link = NULL, e.relabelled = NULL, e.decided_for = NULL
