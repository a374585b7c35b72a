// Links that still reach a strength with the masks of now.
// $least_strength: 0 for all
// -> source STRING, target STRING, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, via STRING[]
MATCH (a:Document)-[l:LINKED]->(b:Document) WHERE l.residual_strength >= $least_strength
RETURN a.source_id AS source, b.source_id AS target, l.strength AS strength, l.residual_strength AS residual_strength,
       l.hop_risk AS hop_risk, l.via AS via
