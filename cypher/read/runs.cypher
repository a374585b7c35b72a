// Commands that wrote, the last one first.
// -> id STRING, started_at STRING, command STRING, parameters STRING, counts STRING
MATCH (r:Run)
RETURN r.id AS id, r.started_at AS started_at, r.command AS command, r.parameters AS parameters, r.counts AS counts
ORDER BY started_at DESC, id DESC
