// The worst chains of 6 documents, with the masks of now.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link
// $limit: how many
// -> documents STRING[], risk DOUBLE
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)-[r4:LINKED]-(e:Document)-[r5:LINKED]-(f:Document)
WHERE a.source_id < f.source_id AND a.id <> c.id AND a.id <> d.id AND a.id <> e.id AND b.id <> d.id AND b.id <> e.id AND b.id <> f.id AND c.id <> e.id AND c.id <> f.id AND d.id <> f.id
WITH a, b, c, d, e, f, r1.residual_strength AS s1, r1.hop_risk AS h1, r2.residual_strength AS s2, r2.hop_risk AS h2, r3.residual_strength AS s3, r3.hop_risk AS h3, r4.residual_strength AS s4, r4.hop_risk AS h4, r5.residual_strength AS s5, r5.hop_risk AS h5
WHERE s1 >= $edge_threshold AND s2 >= $edge_threshold AND s3 >= $edge_threshold AND s4 >= $edge_threshold AND s5 >= $edge_threshold
WITH a, b, c, d, e, f, 1.0 - (1.0 - h1) * (1.0 - h2) * (1.0 - h3) * (1.0 - h4) * (1.0 - h5) AS risk
ORDER BY risk DESC, a.source_id, b.source_id, c.source_id, d.source_id, e.source_id, f.source_id LIMIT $limit
RETURN [a.source_id, b.source_id, c.source_id, d.source_id, e.source_id, f.source_id] AS documents, risk
