// The worst chains, as they were when the graph was derived.
// -> id STRING, documents STRING[], risk DOUBLE, residual_risk DOUBLE, category STRING
MATCH (c:Chain)
RETURN c.id AS id, c.documents AS documents, c.risk AS risk, c.residual_risk AS residual_risk, c.category AS category
ORDER BY risk DESC, id
