// What comes back if I unmask this entity? The documents that mention it and their links: risk of the document, strength
// of the link and risk of the two documents together, now and without this mask. The linked document counts without the
// mask too, if it mentions the entity. Longer chains: sanon what-if --keep.
// Put the id of a masked entity, or the beginning of it, into the first line; sanon analyze --masked shows ids. Empty, it is
// the masked entity that most documents mention.
// To see it drawn: RETURN e, m, d, l, o
// -> type STRING, value STRING, document STRING, risk_now DOUBLE, risk_then DOUBLE, linked STRING, strength_now DOUBLE, strength_then DOUBLE, hop_now DOUBLE, hop_then DOUBLE, e NODE, l RELATIONSHIP
WITH '' AS entity_id
MATCH (e:Entity) WHERE e.masked AND (entity_id = '' OR e.id STARTS WITH entity_id)
WITH e ORDER BY e.frequency DESC, e.importance DESC, e.id LIMIT 1
MATCH (d:Document)-[m:MENTIONS]->(e)
OPTIONAL MATCH (d)-[l:LINKED]-(o:Document)
OPTIONAL MATCH (o)-[n:MENTIONS]->(e)
WITH d, e, l, o, m.relevance * e.uniqueness * e.weight AS c,
     coalesce(n.relevance * e.uniqueness * e.weight, 0.0) AS c_other
WITH d, e, l, o, 1.0 - (1.0 - d.residual_risk) * (1.0 - c) AS risk_then,
     1.0 - (1.0 - o.residual_risk) * (1.0 - c_other) AS other_then,
     CASE WHEN c_other = 0.0 OR coalesce(e.leaves_link, false) THEN 0.0 WHEN c_other > c THEN c_other ELSE c END AS share
WITH d, e, l, o, risk_then, other_then, 1.0 - (1.0 - l.residual_strength) * (1.0 - share) AS strength_then
RETURN e.type AS type, e.value AS value, d.source_id AS document, d.residual_risk AS risk_now, risk_then,
       o.source_id AS linked, l.residual_strength AS strength_now, strength_then, l.hop_risk AS hop_now,
       strength_then * (1.0 + (risk_then + other_then) / 2.0) / 2.0 AS hop_then, e, l
ORDER BY hop_then DESC, risk_then DESC, document, linked
LIMIT 300
