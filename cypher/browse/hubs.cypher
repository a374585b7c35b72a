// Which entities stand in most documents? They identify little alone, and join much. One type stands in the first line;
// empty, all.
// To see it drawn: MATCH (d:Document)-[m:MENTIONS]->(e) RETURN e, m, d
// -> type STRING, value STRING, documents INT64, uniqueness DOUBLE, importance DOUBLE, masked BOOLEAN, id STRING
WITH '' AS type
MATCH (e:Entity) WHERE e.frequency > 1 AND (type = '' OR e.type = type)
RETURN e.type AS type, e.value AS value, e.frequency AS documents, e.uniqueness AS uniqueness, e.importance AS importance,
       e.masked AS masked, e.id AS id
ORDER BY documents DESC, importance DESC, id
LIMIT 50
