// Commands that wrote, the last one first.
// -> id, started_at, command, parameters, counts
MATCH (r:Run)
RETURN r.id AS id, r.started_at AS started_at, r.command AS command, r.parameters AS parameters, r.counts AS counts
ORDER BY started_at DESC, id DESC
