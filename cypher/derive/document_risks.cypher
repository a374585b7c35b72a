// Risk of some documents: before any mask, with the masks of now, and with those that the limits of chains refer to, which
// are not of the chain stage or later. 1 - product of (1 - c). What stays is not written.
// The product is a sum of log10, since both engines have log10 and neither has a product.
// $ids: document ids
MATCH (d:Document) WHERE d.id IN $ids
OPTIONAL MATCH (d)-[m:MENTIONS]->(e:Entity)
WITH d, coalesce(e.masked, false) AS hidden,
     coalesce(e.masked, false) AND NOT coalesce(e.decided_by, '') IN ['chain', 'people', 'background'] AS hidden_early,
     coalesce(m.relevance * e.uniqueness * e.weight, 0.0) AS c
WITH d, hidden, hidden_early, log10(CASE WHEN c > 0.999999999999 THEN 1e-12 ELSE 1.0 - c END) AS s
WITH d, 1.0 - 10.0 ^ sum(s) AS risk, 1.0 - 10.0 ^ sum(CASE WHEN hidden THEN 0.0 ELSE s END) AS residual_risk,
     1.0 - 10.0 ^ sum(CASE WHEN hidden_early THEN 0.0 ELSE s END) AS pre_risk
WHERE abs(coalesce(d.risk, -1.0) - risk) > 1e-12 OR abs(coalesce(d.residual_risk, -1.0) - residual_risk) > 1e-12
   OR abs(coalesce(d.pre_risk, -1.0) - pre_risk) > 1e-12
SET d.risk = risk, d.residual_risk = residual_risk, d.pre_risk = pre_risk
