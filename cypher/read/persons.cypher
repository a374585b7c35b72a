// Whose value a mention is, of those where somebody says so.
// -> source_id STRING, entity_id STRING, person STRING
MATCH (d:Document)-[m:MENTIONS]->(e:Entity) WHERE m.person IS NOT NULL
RETURN d.source_id AS source_id, e.id AS entity_id, m.person AS person
