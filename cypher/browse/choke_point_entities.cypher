// Which entities do most of the worst chains go over? A chain goes over an entity that two of its neighbouring documents
// share. The least number of chains stands in the first line.
// To see it drawn: MATCH (e)<-[m:MENTIONS]-(d:Document) WHERE d.source_id IN firsts + seconds RETURN e, m, d, links
// -> type STRING, value STRING, chains INT64, masked BOOLEAN, documents STRING[], id STRING
WITH 1 AS least_chains
MATCH (c:Chain)-[i:INCLUDES]->(a:Document)-[l:LINKED]-(b:Document)<-[j:INCLUDES]-(c)
WHERE j.position = i.position + 1
WITH least_chains, c, a, b, l
MATCH (a)-[:MENTIONS]->(e:Entity)<-[:MENTIONS]-(b)
WITH least_chains, e, count(DISTINCT c.id) AS chains, collect(DISTINCT a.source_id) AS firsts,
     collect(DISTINCT b.source_id) AS seconds, collect(DISTINCT l) AS links
WHERE chains >= least_chains
RETURN e.type AS type, e.value AS value, chains, e.masked AS masked, firsts + seconds AS documents, e.id AS id
ORDER BY chains DESC, id
LIMIT 50
