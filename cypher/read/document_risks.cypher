// Documents whose extraction is finished, with their risks; ordered, since an order makes lists of rows, which travel faster.
// -> id STRING, source_id STRING, risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE
MATCH (d:Document) WHERE d.state = 'extracted'
RETURN d.id AS id, d.source_id AS source_id, d.risk AS risk, d.residual_risk AS residual_risk,
       d.pre_risk AS pre_risk
ORDER BY id
