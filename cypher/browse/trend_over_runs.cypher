// How did masks and risks develop over the runs? What each command that wrote says it did, the last one first.
// A command stands in the first line; empty, all.
// -> started_at STRING, command STRING, done BOOLEAN, counts STRING, masks INT64, run STRING
WITH '' AS command
MATCH (r:Run) WHERE command = '' OR r.command = command
OPTIONAL MATCH (r)-[x:DECIDED]->(:Entity)
RETURN r.started_at AS started_at, r.command AS command, r.counts <> '' AS done, r.counts AS counts, count(x) AS masks, r.id AS run
ORDER BY started_at DESC
LIMIT 100
