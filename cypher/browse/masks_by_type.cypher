// How many entities of each type are masked, by which stage, and how many stay readable? One stage stands in the first line:
// list, direct, document, chain; empty, all.
// -> type STRING, stage STRING, masked INT64, readable INT64, documents INT64
WITH '' AS stage
MATCH (e:Entity) WHERE e.frequency > 0 AND (stage = '' OR coalesce(e.decided_by, '') = stage)
RETURN e.type AS type, CASE WHEN e.masked THEN coalesce(e.decided_by, 'by hand') ELSE 'readable' END AS stage,
       sum(CASE WHEN e.masked THEN 1 ELSE 0 END) AS masked, sum(CASE WHEN e.masked THEN 0 ELSE 1 END) AS readable,
       sum(e.frequency) AS documents
ORDER BY masked DESC, readable DESC, type, stage
LIMIT 300
