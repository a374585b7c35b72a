// Which entities each document mentions, and how much each matters there: lists of one length, which travel faster than rows.
// -> source_id STRING, entity_id STRING[], relevance DOUBLE[]
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
WITH d, collect(e.id) AS entity_id, collect(m.relevance) AS relevance
RETURN d.source_id AS source_id, entity_id, relevance
