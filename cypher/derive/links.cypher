// Links of some documents to those with a greater id: strength before any mask, and with the masks of now.
// $ids: document ids; a few hundred bound the memory of the statement
// $edge_threshold: least strength before any mask
MATCH (a:Document) WHERE a.id IN $ids
MATCH (a)-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b:Document)
WHERE a.id < b.id
WITH a, b, e, (CASE WHEN ma.relevance > mb.relevance THEN ma.relevance ELSE mb.relevance END) * e.uniqueness * e.weight AS c
WITH a, b, e, log10(CASE WHEN c > 0.999999999999 THEN 1e-12 ELSE 1.0 - c END) AS s
WITH a, b, 1.0 - 10.0 ^ sum(s) AS strength, 1.0 - 10.0 ^ sum(CASE WHEN e.masked THEN 0.0 ELSE s END) AS residual_strength,
     collect(e.id) AS via
WHERE strength >= $edge_threshold
MERGE (a)-[l:LINKED]->(b)
SET l.strength = strength, l.residual_strength = residual_strength, l.via = via
