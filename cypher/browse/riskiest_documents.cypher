// Which documents identify somebody most, with the masks of now, and by what? The least risk of a document to show stands
// in the first line.
// To see it drawn: RETURN d, m, e
// -> document STRING, risk_now DOUBLE, risk_before DOUBLE, type STRING, value STRING, contribution DOUBLE, id STRING
WITH 0.0 AS least_risk
MATCH (d:Document)
WHERE d.state = 'extracted' AND d.residual_risk >= least_risk
OPTIONAL MATCH (d)-[m:MENTIONS]->(e:Entity)
WHERE NOT e.masked
RETURN d.source_id AS document, d.residual_risk AS risk_now, d.risk AS risk_before, e.type AS type, e.value AS value,
       m.relevance * e.uniqueness * e.weight AS contribution, e.id AS id
ORDER BY risk_now DESC, document, contribution DESC
LIMIT 300
