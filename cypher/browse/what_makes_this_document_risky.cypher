// What makes this document risky? Its entities, what each contributes, and the documents it is linked with.
// Put the source id of the document into the first line.
// -> d NODE, m RELATIONSHIP, e NODE, contribution DOUBLE, masked BOOLEAN, linked PATH
WITH 'source id' AS source_id
MATCH (d:Document {source_id: source_id})-[m:MENTIONS]->(e:Entity)
OPTIONAL MATCH linked = (d)-[l:LINKED]-(:Document) WHERE e.id IN l.via
RETURN d, m, e, m.relevance * e.uniqueness * e.weight AS contribution, e.masked AS masked, linked
ORDER BY contribution DESC
LIMIT 300
