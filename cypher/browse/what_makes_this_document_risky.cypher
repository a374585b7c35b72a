// What makes this document risky? Its entities, what each contributes, and the documents that it links with.
// Put the source id of the document into the first line; empty, it is the riskiest one.
// To see it drawn: RETURN d, m, e, l, other
// -> document STRING, risk_now DOUBLE, type STRING, value STRING, contribution DOUBLE, masked BOOLEAN, linked STRING, strength_now DOUBLE, e NODE, l RELATIONSHIP
WITH '' AS source_id
MATCH (d:Document) WHERE d.state = 'extracted' AND (source_id = '' OR d.source_id = source_id)
WITH d ORDER BY d.residual_risk DESC, d.risk DESC, d.source_id LIMIT 1
MATCH (d)-[m:MENTIONS]->(e:Entity)
OPTIONAL MATCH (d)-[l:LINKED]-(other:Document) WHERE e.id IN l.via
RETURN d.source_id AS document, d.residual_risk AS risk_now, e.type AS type, e.value AS value,
       m.relevance * e.uniqueness * e.weight AS contribution, e.masked AS masked, other.source_id AS linked,
       l.residual_strength AS strength_now, e, l
ORDER BY contribution DESC, type, value, linked
LIMIT 300
