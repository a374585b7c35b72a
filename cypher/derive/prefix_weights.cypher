// What two documents must share in their prefixes to be linked: the bound without what this one leaves out.
// $ids: document ids
// $bound: -log10(1 - threshold)
MATCH (d:Document) WHERE d.id IN $ids
OPTIONAL MATCH (d)-[:MENTIONS]->(e:Entity) WHERE e.importance < d.prefix_importance
WITH d, sum(CASE WHEN e.importance IS NULL THEN 0.0
                 ELSE -log10(CASE WHEN e.importance > 0.999999999999 THEN 1e-12 ELSE 1.0 - e.importance END) END) AS left_out
SET d.prefix_weight = $bound - left_out
