// What comes back if I unmask this entity? The documents that mention it and their links: risk of the document, strength
// of the link and risk of the two documents together, now and without this mask. The linked document counts without the
// mask too, if it mentions the entity. Longer chains: sanon what-if --keep.
// Put the id of a masked entity, or the beginning of it, into the first line; sanon analyze --masked shows ids.
// -> e NODE, m RELATIONSHIP, d NODE, risk_now DOUBLE, risk_then DOUBLE, l RELATIONSHIP, o NODE, strength_now DOUBLE, strength_then DOUBLE, hop_now DOUBLE, hop_then DOUBLE
WITH '0123456789abcdef' AS entity_id
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
WHERE e.id STARTS WITH entity_id AND e.masked
OPTIONAL MATCH (d)-[l:LINKED]-(o:Document)
OPTIONAL MATCH (o)-[n:MENTIONS]->(e)
WITH d, m, e, l, o, m.relevance * e.uniqueness * e.weight AS c,
     coalesce(n.relevance * e.uniqueness * e.weight, 0.0) AS c_other
WITH d, m, e, l, o, 1.0 - (1.0 - d.residual_risk) * (1.0 - c) AS risk_then,
     1.0 - (1.0 - o.residual_risk) * (1.0 - c_other) AS other_then,
     CASE WHEN c_other = 0.0 THEN 0.0 WHEN c_other > c THEN c_other ELSE c END AS share
WITH d, m, e, l, o, risk_then, other_then, 1.0 - (1.0 - l.residual_strength) * (1.0 - share) AS strength_then
RETURN e, m, d, d.residual_risk AS risk_now, risk_then, l, o, l.residual_strength AS strength_now, strength_then,
       l.hop_risk AS hop_now, strength_then * (1.0 + (risk_then + other_then) / 2.0) / 2.0 AS hop_then
ORDER BY hop_then DESC, risk_then DESC
LIMIT 300
