// Which chains are over policy now? Those among the worst that the graph keeps, with their limits under the policy of the
// last load or redact; sanon analyze counts all. To see others too, put less than 0 into the first line: how far a chain is
// above its limit at least.
// To see it drawn: MATCH (c)-[i:INCLUDES]->(d:Document) RETURN c, i, d
// -> documents STRING[], risk_now DOUBLE, highest_allowed DOUBLE, risk_before DOUBLE, category STRING
WITH 0.000000000001 AS least_excess
MATCH (c:Chain) WHERE c.residual_risk > c.highest_allowed + least_excess
RETURN c.documents AS documents, c.residual_risk AS risk_now, c.highest_allowed AS highest_allowed, c.risk AS risk_before,
       c.category AS category
ORDER BY risk_now DESC, c.id
LIMIT 100
