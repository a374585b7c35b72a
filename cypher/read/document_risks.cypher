// Documents whose extraction is finished, with their risks.
// -> id, source_id, risk, residual_risk
MATCH (d:Document) WHERE d.state = 'extracted'
RETURN d.id AS id, d.source_id AS source_id, d.risk AS risk, d.residual_risk AS residual_risk
ORDER BY source_id
