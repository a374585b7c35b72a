// The worst chains of 6 documents over the links before any mask: their risk now, before any mask, and with the masks that
// their limits refer to.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link before any mask
// $limit: how many
// -> documents STRING[], risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)-[r4:LINKED]-(e:Document)-[r5:LINKED]-(f:Document)
WHERE a.source_id < f.source_id AND a.id <> c.id AND a.id <> d.id AND a.id <> e.id AND b.id <> d.id AND b.id <> e.id AND b.id <> f.id AND c.id <> e.id AND c.id <> f.id AND d.id <> f.id
WITH a, b, c, d, e, f, r1.strength AS s1, r1.hop_risk AS h1, r1.pre_hop_risk AS p1, r2.strength AS s2, r2.hop_risk AS h2, r2.pre_hop_risk AS p2, r3.strength AS s3, r3.hop_risk AS h3, r3.pre_hop_risk AS p3, r4.strength AS s4, r4.hop_risk AS h4, r4.pre_hop_risk AS p4, r5.strength AS s5, r5.hop_risk AS h5, r5.pre_hop_risk AS p5
WHERE s1 >= $edge_threshold AND s2 >= $edge_threshold AND s3 >= $edge_threshold AND s4 >= $edge_threshold AND s5 >= $edge_threshold
WITH a, b, c, d, e, f, 1.0 - (1.0 - h1) * (1.0 - h2) * (1.0 - h3) * (1.0 - h4) * (1.0 - h5) AS residual_risk, 1.0 - (1.0 - p1) * (1.0 - p2) * (1.0 - p3) * (1.0 - p4) * (1.0 - p5) AS pre_risk,
     1.0 - (1.0 - s1 * (1.0 + (a.risk + b.risk) / 2.0) / 2.0) * (1.0 - s2 * (1.0 + (b.risk + c.risk) / 2.0) / 2.0) * (1.0 - s3 * (1.0 + (c.risk + d.risk) / 2.0) / 2.0) * (1.0 - s4 * (1.0 + (d.risk + e.risk) / 2.0) / 2.0) * (1.0 - s5 * (1.0 + (e.risk + f.risk) / 2.0) / 2.0) AS risk
ORDER BY residual_risk DESC, a.source_id, b.source_id, c.source_id, d.source_id, e.source_id, f.source_id LIMIT $limit
RETURN [a.source_id, b.source_id, c.source_id, d.source_id, e.source_id, f.source_id] AS documents, risk, residual_risk, pre_risk
