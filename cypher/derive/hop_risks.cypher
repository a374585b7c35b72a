// Hop risk of every link, with the masks of now.
MATCH (a:Document)-[l:LINKED]->(b:Document)
SET l.hop_risk = l.residual_strength * (1.0 + (a.residual_risk + b.residual_risk) / 2.0) / 2.0
