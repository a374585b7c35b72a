// Write the worst chains.
// $rows: id STRING, documents STRING[], risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE, category STRING, highest_allowed DOUBLE, accepted STRING
UNWIND $rows AS row WITH row.id AS id, row.documents AS documents, row.risk AS risk, row.residual_risk AS residual_risk, row.pre_risk AS pre_risk, row.category AS category, row.highest_allowed AS highest_allowed, row.accepted AS accepted
MERGE (c:Chain {id: id})
SET c.documents = documents, c.risk = risk, c.residual_risk = residual_risk, c.pre_risk = pre_risk,
    c.category = category, c.highest_allowed = highest_allowed, c.accepted = accepted
