// Links whose strength before any mask reaches a threshold.
// $edge_threshold: 0 for all
// -> source STRING, target STRING, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, pre_hop_risk DOUBLE, via STRING[]
MATCH (a:Document)-[l:LINKED]->(b:Document) WHERE l.strength >= $edge_threshold OR l.residual_strength >= $edge_threshold
RETURN a.source_id AS source, b.source_id AS target, l.strength AS strength, l.residual_strength AS residual_strength,
       l.hop_risk AS hop_risk, l.pre_hop_risk AS pre_hop_risk, l.via AS via
