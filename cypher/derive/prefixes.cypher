// The prefix of some documents: the entities from prefix_importance on, by falling importance. What is lighter is left
// out when documents are joined; all that one document leaves out weighs less than the bound of a link, hubs or not.
// Two documents can only be linked if their heaviest common entity stands in both prefixes. The weight of an entity is
// -log10(1 - importance).
// $ids: document ids
// $bound: -log10(1 - threshold): what the entities that two documents share must weigh
// $suffix_bound: what may be left out, hubs aside; less than $bound
// $hub: an entity in more documents than this may be left out up to the whole bound
MATCH (d:Document)-[:MENTIONS]->(e:Entity) WHERE d.id IN $ids
MATCH (d)-[:MENTIONS]->(f:Entity) WHERE f.importance <= e.importance
WITH d, e.id AS id, e.importance AS importance, e.frequency AS frequency,
     sum(-log10(CASE WHEN f.importance > 0.999999999999 THEN 1e-12 ELSE 1.0 - f.importance END)) AS tail
WITH d, CASE WHEN tail >= (CASE WHEN frequency > $hub THEN $bound ELSE $suffix_bound END) THEN importance ELSE 2.0 END AS importance
WITH d, min(importance) AS prefix_importance
SET d.prefix_importance = prefix_importance
