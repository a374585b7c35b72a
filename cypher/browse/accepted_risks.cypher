// Which chains did somebody accept, why, and until when? A part of a source id stands in the first line; empty, all.
// To see it drawn: MATCH (c)-[i:INCLUDES]->(d:Document) RETURN c, i, d
// -> documents STRING[], risk_now DOUBLE, risk_before DOUBLE, accepted STRING
WITH '' AS source_id
MATCH (c:Chain) WHERE c.accepted IS NOT NULL AND c.accepted <> '' AND (source_id = '' OR source_id IN c.documents)
RETURN c.documents AS documents, c.residual_risk AS risk_now, c.risk AS risk_before, c.accepted AS accepted
ORDER BY risk_now DESC, c.id
LIMIT 100
