// The worst chains of 4 documents over the links before any mask: their risk now, before any mask, and with the masks that
// their limits refer to.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link before any mask
// $limit: how many
// -> documents STRING[], risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)
WHERE a.source_id < d.source_id AND a.id <> c.id AND b.id <> d.id
WITH a, b, c, d, r1.strength AS s1, r1.hop_risk AS h1, r1.pre_hop_risk AS p1, r2.strength AS s2, r2.hop_risk AS h2, r2.pre_hop_risk AS p2, r3.strength AS s3, r3.hop_risk AS h3, r3.pre_hop_risk AS p3
WHERE s1 >= $edge_threshold AND s2 >= $edge_threshold AND s3 >= $edge_threshold
WITH a, b, c, d, 1.0 - (1.0 - h1) * (1.0 - h2) * (1.0 - h3) AS residual_risk, 1.0 - (1.0 - p1) * (1.0 - p2) * (1.0 - p3) AS pre_risk,
     1.0 - (1.0 - s1 * (1.0 + (a.risk + b.risk) / 2.0) / 2.0) * (1.0 - s2 * (1.0 + (b.risk + c.risk) / 2.0) / 2.0) * (1.0 - s3 * (1.0 + (c.risk + d.risk) / 2.0) / 2.0) AS risk
ORDER BY residual_risk DESC, a.source_id, b.source_id, c.source_id, d.source_id LIMIT $limit
RETURN [a.source_id, b.source_id, c.source_id, d.source_id] AS documents, risk, residual_risk, pre_risk
