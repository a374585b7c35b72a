// Why is this entity masked? The entity, the run that decided it with its reason, the documents that mention it, and the
// links that it carries.
// Put the id of the entity, or the beginning of it, into the first line; sanon analyze --masked shows ids.
// -> e NODE, decided PATH, mentioned PATH, carried PATH
WITH '0123456789abcdef' AS entity_id
MATCH (e:Entity) WHERE e.id STARTS WITH entity_id
OPTIONAL MATCH decided = (:Run)-[:DECIDED]->(e)
OPTIONAL MATCH mentioned = (d:Document)-[:MENTIONS]->(e)
OPTIONAL MATCH carried = (d)-[l:LINKED]-(:Document) WHERE e.id IN l.via
RETURN e, decided, mentioned, carried
LIMIT 300
