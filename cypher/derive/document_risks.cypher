// Risk of some documents, before any mask and with the masks of now: 1 - product of (1 - c). What stays is not written.
// The product is a sum of log10, since both engines have log10 and neither has a product.
// $ids: document ids
MATCH (d:Document) WHERE d.id IN $ids
OPTIONAL MATCH (d)-[m:MENTIONS]->(e:Entity)
WITH d, e.masked AS masked, coalesce(m.relevance * e.uniqueness * e.weight, 0.0) AS c
WITH d, masked, log10(CASE WHEN c > 0.999999999999 THEN 1e-12 ELSE 1.0 - c END) AS s
WITH d, 1.0 - 10.0 ^ sum(s) AS risk, 1.0 - 10.0 ^ sum(CASE WHEN masked THEN 0.0 ELSE s END) AS residual_risk
WHERE abs(coalesce(d.risk, -1.0) - risk) > 1e-12 OR abs(coalesce(d.residual_risk, -1.0) - residual_risk) > 1e-12
SET d.risk = risk, d.residual_risk = residual_risk
