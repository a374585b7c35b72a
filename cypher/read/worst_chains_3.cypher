// The worst chains of 3 documents, with the masks of now. A pattern is a walk: different documents are asked for.
// $edge_threshold: least strength of a link
// $limit: how many
// -> documents, risk
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)
WHERE a.source_id < c.source_id
  AND r1.residual_strength >= $edge_threshold
  AND r2.residual_strength >= $edge_threshold
WITH a, b, c, 1.0 - (1.0 - r1.hop_risk) * (1.0 - r2.hop_risk) AS risk
ORDER BY risk DESC, a.source_id, b.source_id, c.source_id LIMIT $limit
RETURN [a.source_id, b.source_id, c.source_id] AS documents, risk
