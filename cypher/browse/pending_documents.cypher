// Which documents wait for their extraction? They have no part in the numbers and are never exported; sanon load tries them
// again. The beginning of a path stands in the first line; empty, all.
// -> document STRING, path STRING, loaded_at STRING
WITH '' AS path
MATCH (d:Document) WHERE d.state = 'pending' AND d.path STARTS WITH path
OPTIONAL MATCH (r:Run) WHERE r.id = d.loaded_by
RETURN d.source_id AS document, d.path AS path, r.started_at AS loaded_at
ORDER BY loaded_at DESC, document
LIMIT 300
