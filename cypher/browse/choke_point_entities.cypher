// Which entities do most of the worst chains go over? The worst chains are the 100 that were worst before any mask; a chain
// goes over an entity that two of its neighbouring documents share.
// Put the least number of chains into the first line.
// -> e NODE, chains INT64, masked BOOLEAN, documents NODE[], links RELATIONSHIP[]
WITH 10 AS least_chains
MATCH (c:Chain)-[i:INCLUDES]->(a:Document)-[l:LINKED]-(b:Document)<-[j:INCLUDES]-(c)
WHERE j.position = i.position + 1
WITH least_chains, c, a, b, l
MATCH (a)-[:MENTIONS]->(e:Entity)<-[:MENTIONS]-(b)
WITH least_chains, e, count(DISTINCT c.id) AS chains, collect(DISTINCT a) AS firsts, collect(DISTINCT b) AS seconds,
     collect(DISTINCT l) AS links
WHERE chains >= least_chains
RETURN e, chains, e.masked AS masked, firsts + seconds AS documents, links
ORDER BY chains DESC, e.id
LIMIT 50
