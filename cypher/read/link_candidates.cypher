// Pairs of some documents and those with a greater id that may be linked: what their prefixes share weighs enough. What
// they share outside of both prefixes stands in the suffix of the one whose prefix is shorter.
// $ids: document ids; a few hundred bound the memory of the statement
// -> a STRING, b STRING
MATCH (a:Document)-[ma:MENTIONS]->(e:Entity) WHERE a.id IN $ids AND e.importance >= a.prefix_importance
MATCH (e)<-[mb:MENTIONS]-(b:Document) WHERE e.importance >= b.prefix_importance AND a.id < b.id
WITH a, b, (CASE WHEN ma.relevance > mb.relevance THEN ma.relevance ELSE mb.relevance END) * e.uniqueness * e.weight AS c
WITH a, b, sum(-log10(CASE WHEN c > 0.999999999999 THEN 1e-12 ELSE 1.0 - c END)) AS shared
WHERE shared >= (CASE WHEN a.prefix_importance >= b.prefix_importance THEN a.prefix_weight ELSE b.prefix_weight END)
RETURN a.id AS a, b.id AS b
