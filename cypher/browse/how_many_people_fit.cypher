// How many people fit what the documents still tell, the fewest first, and what does each readable value cost? A value of d
// digits divides the people by 10 to the power of d. Readable values but direct identifiers are added up as they stand;
// sanon explain document also counts forms of one thing once, keeps persons apart, and counts coarser values in the place of
// masked ones. The population and one document stand in the first line; without a document, all.
// To see it drawn: RETURN d, m, e
// -> document STRING, people DOUBLE, digits_told DOUBLE, value_digits DOUBLE, type STRING, value STRING, id STRING
WITH 1000000.0 AS population, '' AS source_id
MATCH (d:Document)-[m:MENTIONS]->(e:Entity)
WHERE d.state = 'extracted' AND (source_id = '' OR d.source_id = source_id) AND NOT e.masked AND NOT coalesce(e.direct, false)
WITH population, d, sum(9.9 * m.relevance) AS told
MATCH (d)-[m:MENTIONS]->(e:Entity) WHERE NOT e.masked AND NOT coalesce(e.direct, false)
RETURN d.source_id AS document, population * 10.0 ^ (0.0 - told) AS people, told AS digits_told,
       9.9 * m.relevance AS value_digits, e.type AS type, e.value AS value, e.id AS id
ORDER BY people, document, value_digits DESC, id
LIMIT 300
