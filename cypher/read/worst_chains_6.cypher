// The worst chains of 6 documents, with the masks of now. A pattern is a walk: different documents are asked for.
// $edge_threshold: least strength of a link
// $limit: how many
// -> documents, risk
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)-[r4:LINKED]-(e:Document)-[r5:LINKED]-(f:Document)
WHERE a.source_id < f.source_id
  AND a.id <> c.id
  AND a.id <> d.id
  AND a.id <> e.id
  AND b.id <> d.id
  AND b.id <> e.id
  AND b.id <> f.id
  AND c.id <> e.id
  AND c.id <> f.id
  AND d.id <> f.id
  AND r1.residual_strength >= $edge_threshold
  AND r2.residual_strength >= $edge_threshold
  AND r3.residual_strength >= $edge_threshold
  AND r4.residual_strength >= $edge_threshold
  AND r5.residual_strength >= $edge_threshold
WITH a, b, c, d, e, f, 1.0 - (1.0 - r1.hop_risk) * (1.0 - r2.hop_risk) * (1.0 - r3.hop_risk) * (1.0 - r4.hop_risk) * (1.0 - r5.hop_risk) AS risk
ORDER BY risk DESC, a.source_id, b.source_id, c.source_id, d.source_id, e.source_id, f.source_id LIMIT $limit
RETURN [a.source_id, b.source_id, c.source_id, d.source_id, e.source_id, f.source_id] AS documents, risk
