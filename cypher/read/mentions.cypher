// Which document mentions which entity, and how much it matters there.
// -> source_id STRING, entity_id STRING, relevance DOUBLE
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
RETURN d.source_id AS source_id, e.id AS entity_id, m.relevance AS relevance
