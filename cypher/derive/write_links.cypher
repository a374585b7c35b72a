// Write links that are new or have other numbers than before.
// $rows: a STRING, b STRING, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, via STRING[], pre_hop_risk DOUBLE
UNWIND $rows AS row WITH row.a AS a, row.b AS b, row.strength AS strength, row.residual_strength AS residual_strength, row.hop_risk AS hop_risk, row.via AS via, row.pre_hop_risk AS pre_hop_risk
MATCH (x:Document {id: a})
MATCH (y:Document {id: b})
MERGE (x)-[l:LINKED]->(y)
SET l.strength = strength, l.residual_strength = residual_strength, l.hop_risk = hop_risk, l.via = via,
    l.pre_hop_risk = pre_hop_risk
