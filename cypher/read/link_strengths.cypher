// Strength of the links between pairs of documents before any mask and with the masks of now, and their hop risk now and
// with the masks that the limits of chains refer to. A mask hides a value from a link unless its operator leaves one; what
// the chain stage has made a label of had left one before. Document risks are known.
// Both documents are looked up and their entities compared: Ladybug 0.22 runs out of memory on a path with both ends given.
// $rows: a STRING, b STRING
// $edge_threshold: least strength before any mask
// -> a STRING, b STRING, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, via STRING[], pre_hop_risk DOUBLE
UNWIND $rows AS row WITH row.a AS a, row.b AS b
MATCH (x:Document {id: a})-[ma:MENTIONS]->(e:Entity)
MATCH (y:Document {id: b})-[mb:MENTIONS]->(f:Entity) WHERE f.id = e.id
WITH a, b, (x.residual_risk + y.residual_risk) / 2.0 AS risk, (x.pre_risk + y.pre_risk) / 2.0 AS pre_risk, e.id AS id,
     coalesce(e.masked, false) AND NOT coalesce(e.leaves_link, false) AS hidden,
     coalesce(e.masked, false) AND NOT coalesce(e.decided_by, '') IN ['chain', 'people', 'background']
         AND NOT coalesce(e.leaves_link, false) AND NOT coalesce(e.relabelled, false) AS hidden_early,
     (CASE WHEN ma.relevance > mb.relevance THEN ma.relevance ELSE mb.relevance END) * e.uniqueness * e.weight AS c
WITH a, b, risk, pre_risk, id, hidden, hidden_early,
     log10(CASE WHEN c > 0.999999999999 THEN 1e-12 ELSE 1.0 - c END) AS s
WITH a, b, risk, pre_risk, 1.0 - 10.0 ^ sum(s) AS strength,
     1.0 - 10.0 ^ sum(CASE WHEN hidden THEN 0.0 ELSE s END) AS residual_strength,
     1.0 - 10.0 ^ sum(CASE WHEN hidden_early THEN 0.0 ELSE s END) AS pre_strength, collect(id) AS via
WHERE strength >= $edge_threshold
RETURN a, b, strength, residual_strength, residual_strength * (1.0 + risk) / 2.0 AS hop_risk, via,
       pre_strength * (1.0 + pre_risk) / 2.0 AS pre_hop_risk
