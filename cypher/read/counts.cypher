// How much there is of each kind of node; of entities those that documents mention or that are masked, not the coarser
// values that stand for some.
// -> documents INT64, pending INT64, entities INT64, masked INT64
OPTIONAL MATCH (d:Document)
WITH count(d) AS documents, sum(CASE WHEN d.state = 'pending' THEN 1 ELSE 0 END) AS pending
OPTIONAL MATCH (e:Entity) WHERE e.masked OR EXISTS { MATCH (:Document)-[:MENTIONS]->(e) }
RETURN documents, pending, count(e) AS entities, sum(CASE WHEN e.masked THEN 1 ELSE 0 END) AS masked
