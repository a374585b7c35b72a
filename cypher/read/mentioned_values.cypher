// What each document mentions, with the spellings found there: lists of one length, which travel faster than rows.
// The person is empty where nobody says whose value it is: collect() would leave a null out.
// -> source_id STRING, entity_id STRING[], relevance DOUBLE[], original_values STRING[][], found_by STRING[][], person STRING[], confidence DOUBLE[]
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
WITH d, collect(e.id) AS entity_id, collect(m.relevance) AS relevance, collect(m.original_values) AS original_values,
     collect(m.found_by) AS found_by, collect(coalesce(m.person, '')) AS person, collect(coalesce(m.confidence, 1.0)) AS confidence
RETURN d.source_id AS source_id, entity_id, relevance, original_values, found_by, person, confidence
