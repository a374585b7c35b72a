// Write back what arrays computed of documents.
// $rows: id STRING, risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE
UNWIND $rows AS row WITH row.id AS id, row.risk AS risk, row.residual_risk AS residual_risk, row.pre_risk AS pre_risk
MATCH (d:Document {id: id})
SET d.risk = risk, d.residual_risk = residual_risk, d.pre_risk = pre_risk
