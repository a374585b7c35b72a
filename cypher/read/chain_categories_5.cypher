// How many chains of 5 documents there are in each category, with the masks of now.
// $edge_threshold: least strength of a link
// $high: least risk of category HIGH
// $medium: least risk of category MEDIUM
// -> category, chains
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)-[r4:LINKED]-(e:Document)
WHERE a.source_id < e.source_id
  AND a.id <> c.id
  AND a.id <> d.id
  AND b.id <> d.id
  AND b.id <> e.id
  AND c.id <> e.id
  AND r1.residual_strength >= $edge_threshold
  AND r2.residual_strength >= $edge_threshold
  AND r3.residual_strength >= $edge_threshold
  AND r4.residual_strength >= $edge_threshold
WITH 1.0 - (1.0 - r1.hop_risk) * (1.0 - r2.hop_risk) * (1.0 - r3.hop_risk) * (1.0 - r4.hop_risk) AS risk
RETURN CASE WHEN risk >= $high THEN 'HIGH' WHEN risk >= $medium THEN 'MEDIUM' ELSE 'LOW' END AS category,
       count(*) AS chains
