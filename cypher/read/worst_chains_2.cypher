// The worst chains of 2 documents, with the masks of now. A pattern is a walk: different documents are asked for.
// $edge_threshold: least strength of a link
// $limit: how many
// -> documents, risk
MATCH (a:Document)-[r1:LINKED]-(b:Document)
WHERE a.source_id < b.source_id
  AND r1.residual_strength >= $edge_threshold
WITH a, b, 1.0 - (1.0 - r1.hop_risk) AS risk
ORDER BY risk DESC, a.source_id, b.source_id LIMIT $limit
RETURN [a.source_id, b.source_id] AS documents, risk
