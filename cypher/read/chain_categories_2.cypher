// How many chains of 2 documents there are in each category, with the masks of now.
// $edge_threshold: least strength of a link
// $high: least risk of category HIGH
// $medium: least risk of category MEDIUM
// -> category, chains
MATCH (a:Document)-[r1:LINKED]-(b:Document)
WHERE a.source_id < b.source_id
  AND r1.residual_strength >= $edge_threshold
WITH 1.0 - (1.0 - r1.hop_risk) AS risk
RETURN CASE WHEN risk >= $high THEN 'HIGH' WHEN risk >= $medium THEN 'MEDIUM' ELSE 'LOW' END AS category,
       count(*) AS chains
