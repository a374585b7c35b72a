// Mentions with the spellings found.
// -> source_id STRING, entity_id STRING, relevance DOUBLE, original_values STRING[], found_by STRING[]
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
RETURN d.source_id AS source_id, e.id AS entity_id, m.relevance AS relevance,
       m.original_values AS original_values, m.found_by AS found_by
