// The worst chains of 4 documents, with the masks of now. A pattern is a walk: different documents are asked for.
// $edge_threshold: least strength of a link
// $limit: how many
// -> documents, risk
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)
WHERE a.source_id < d.source_id
  AND a.id <> c.id
  AND b.id <> d.id
  AND r1.residual_strength >= $edge_threshold
  AND r2.residual_strength >= $edge_threshold
  AND r3.residual_strength >= $edge_threshold
WITH a, b, c, d, 1.0 - (1.0 - r1.hop_risk) * (1.0 - r2.hop_risk) * (1.0 - r3.hop_risk) AS risk
ORDER BY risk DESC, a.source_id, b.source_id, c.source_id, d.source_id LIMIT $limit
RETURN [a.source_id, b.source_id, c.source_id, d.source_id] AS documents, risk
