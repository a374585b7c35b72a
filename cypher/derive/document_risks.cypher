// Risk of some documents, before any mask and with the masks of now: 1 - product of (1 - c).
// The product is a sum of log10, since both engines have log10 and neither has a product.
// $ids: document ids
MATCH (d:Document) WHERE d.id IN $ids
OPTIONAL MATCH (d)-[m:MENTIONS]->(e:Entity)
WITH d, e.masked AS masked, coalesce(m.relevance * e.uniqueness * e.weight, 0.0) AS c
WITH d, masked, log10(CASE WHEN c > 0.999999999999 THEN 1e-12 ELSE 1.0 - c END) AS s
WITH d, sum(s) AS before, sum(CASE WHEN masked THEN 0.0 ELSE s END) AS now
SET d.risk = 1.0 - 10.0 ^ before, d.residual_risk = 1.0 - 10.0 ^ now
