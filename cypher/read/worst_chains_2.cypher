// The worst chains of 2 documents, with the masks of now.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link
// $limit: how many
// -> documents STRING[], risk DOUBLE
MATCH (a:Document)-[r1:LINKED]-(b:Document)
WHERE a.source_id < b.source_id
WITH a, b, r1.residual_strength AS s1, r1.hop_risk AS h1
WHERE s1 >= $edge_threshold
WITH a, b, 1.0 - (1.0 - h1) AS risk
ORDER BY risk DESC, a.source_id, b.source_id LIMIT $limit
RETURN [a.source_id, b.source_id] AS documents, risk
