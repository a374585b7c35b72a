// Take back all decisions; what earlier runs decided stays visible at their runs.
MATCH (e:Entity) WHERE e.masked
SET e.masked = false, e.replacement = NULL, e.operator = NULL, e.reason = NULL, e.decided_by = NULL, e.level = NULL,
    e.leaves_link = NULL, e.relabelled = NULL, e.decided_for = NULL
