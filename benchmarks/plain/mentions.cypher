UNWIND $rows AS row MATCH (d:Document {id: row.d}) MATCH (e:Entity {id: row.e})
MERGE (d)-[m:MENTIONS]->(e)
SET m.relevance = row.relevance, m.original_values = row.original_values, m.found_by = row.found_by
