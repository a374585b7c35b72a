// Which entities may be one? Two of one type in one document, of which one value holds the other; a mask on one of them
// only is worth a look. One type stands in the first line; empty, all.
// To see it drawn: RETURN d, a, b
// -> type STRING, shorter STRING, longer STRING, shorter_masked BOOLEAN, longer_masked BOOLEAN, documents INT64
WITH '' AS type
MATCH (a:Entity)<-[:MENTIONS]-(d:Document)-[:MENTIONS]->(b:Entity)
WHERE a.type = b.type AND a.id <> b.id AND size(a.value) > 3 AND b.value CONTAINS a.value AND (type = '' OR a.type = type)
RETURN a.type AS type, a.value AS shorter, b.value AS longer, a.masked AS shorter_masked, b.masked AS longer_masked,
       count(DISTINCT d.source_id) AS documents
ORDER BY documents DESC, type, shorter, longer
LIMIT 100
