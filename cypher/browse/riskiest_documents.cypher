// Which documents identify somebody most, with the masks of now, and by what?
// Put the least risk of a document to show into the first line.
// -> d NODE, risk_now DOUBLE, risk_before DOUBLE, m RELATIONSHIP, e NODE, contribution DOUBLE
WITH 0.8 AS least_risk
MATCH (d:Document)
WHERE d.state = 'extracted' AND d.residual_risk >= least_risk
OPTIONAL MATCH (d)-[m:MENTIONS]->(e:Entity)
WHERE NOT e.masked
RETURN d, d.residual_risk AS risk_now, d.risk AS risk_before, m, e, m.relevance * e.uniqueness * e.weight AS contribution
ORDER BY risk_now DESC, d.source_id, contribution DESC
LIMIT 300
