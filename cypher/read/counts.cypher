// How much there is of each kind of node.
// -> documents INT64, pending INT64, entities INT64, masked INT64
OPTIONAL MATCH (d:Document)
WITH count(d) AS documents, sum(CASE WHEN d.state = 'pending' THEN 1 ELSE 0 END) AS pending
OPTIONAL MATCH (e:Entity)
RETURN documents, pending, count(e) AS entities, sum(CASE WHEN e.masked THEN 1 ELSE 0 END) AS masked
