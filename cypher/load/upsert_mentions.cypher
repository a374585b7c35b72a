// Write which document mentions which entity. Both must be there.
// $rows: document_id STRING, entity_id STRING, relevance DOUBLE, original_values STRING[], found_by STRING[], person STRING, confidence DOUBLE
UNWIND $rows AS row WITH row.document_id AS document_id, row.entity_id AS entity_id, row.relevance AS relevance, row.original_values AS original_values, row.found_by AS found_by, row.person AS person, row.confidence AS confidence
MATCH (d:Document {id: document_id})
MATCH (e:Entity {id: entity_id})
MERGE (d)-[m:MENTIONS]->(e)
SET m.relevance = relevance, m.original_values = original_values, m.found_by = found_by, m.person = person, m.confidence = confidence
