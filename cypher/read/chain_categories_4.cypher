// How many chains of 4 documents there are in each category, with the masks of now.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link
// $high: least risk of category HIGH
// $medium: least risk of category MEDIUM
// -> category STRING, chains INT64
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)
WHERE a.source_id < d.source_id AND a.id <> c.id AND b.id <> d.id
WITH r1.residual_strength AS s1, r1.hop_risk AS h1, r2.residual_strength AS s2, r2.hop_risk AS h2, r3.residual_strength AS s3, r3.hop_risk AS h3
WHERE s1 >= $edge_threshold AND s2 >= $edge_threshold AND s3 >= $edge_threshold
WITH 1.0 - (1.0 - h1) * (1.0 - h2) * (1.0 - h3) AS risk
RETURN CASE WHEN risk >= $high THEN 'HIGH' WHEN risk >= $medium THEN 'MEDIUM' ELSE 'LOW' END AS category,
       count(*) AS chains
