// How many chains of 2 documents there are in each category, with the masks of now.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link
// $high: least risk of category HIGH
// $medium: least risk of category MEDIUM
// -> category STRING, chains INT64
MATCH (a:Document)-[r1:LINKED]-(b:Document)
WHERE a.source_id < b.source_id
WITH r1.residual_strength AS s1, r1.hop_risk AS h1
WHERE s1 >= $edge_threshold
WITH 1.0 - (1.0 - h1) AS risk
RETURN CASE WHEN risk >= $high THEN 'HIGH' WHEN risk >= $medium THEN 'MEDIUM' ELSE 'LOW' END AS category,
       count(*) AS chains
