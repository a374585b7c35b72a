// Which document mentions which entity, and how much it matters there.
// -> source_id, entity_id, relevance
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
RETURN d.source_id AS source_id, e.id AS entity_id, m.relevance AS relevance
