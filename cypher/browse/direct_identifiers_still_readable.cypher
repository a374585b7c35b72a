// Which direct identifiers does no mask cover, and where do they stand? After sanon redact there are none, unless --direct
// by-risk or never_mask leaves them. One type stands in the first line; empty, all.
// To see it drawn: RETURN e, m, d
// -> type STRING, value STRING, documents INT64, document STRING, relevance DOUBLE, id STRING
WITH '' AS type
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
WHERE e.direct AND NOT e.masked AND (type = '' OR e.type = type)
RETURN e.type AS type, e.value AS value, e.frequency AS documents, d.source_id AS document, m.relevance AS relevance, e.id AS id
ORDER BY type, value, document
LIMIT 300
