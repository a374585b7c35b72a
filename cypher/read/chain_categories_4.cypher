// How many chains of 4 documents over the links before any mask there are in each category, and how many of them are above
// their limits now. Category and limit follow from the risk with the masks that limits refer to.
// A pattern is a walk, so different documents are asked for. Strengths are compared after WITH: Ladybug 0.22 counts wrong
// when a property of an undirected relationship is filtered in the pattern of several hops.
// $edge_threshold: least strength of a link before any mask
// $high: least risk of category HIGH
// $medium: least risk of category MEDIUM
// $theta_chain: highest risk of a chain
// $rho_high: share of its risk that a HIGH chain may keep
// $rho_medium: share of its risk that a MEDIUM chain may keep
// $accepted: source ids of chains whose risk is accepted, joined by line breaks, from either end
// $tie: what is no difference
// -> category STRING, chains INT64, over_policy INT64
MATCH (a:Document)-[r1:LINKED]-(b:Document)-[r2:LINKED]-(c:Document)-[r3:LINKED]-(d:Document)
WHERE a.source_id < d.source_id AND a.id <> c.id AND b.id <> d.id
WITH a.source_id + '\n' + b.source_id + '\n' + c.source_id + '\n' + d.source_id AS path, r1.strength AS s1, r1.hop_risk AS h1, r1.pre_hop_risk AS p1, r2.strength AS s2, r2.hop_risk AS h2, r2.pre_hop_risk AS p2, r3.strength AS s3, r3.hop_risk AS h3, r3.pre_hop_risk AS p3
WHERE s1 >= $edge_threshold AND s2 >= $edge_threshold AND s3 >= $edge_threshold
WITH path IN $accepted AS is_accepted, 1.0 - (1.0 - h1) * (1.0 - h2) * (1.0 - h3) AS risk, 1.0 - (1.0 - p1) * (1.0 - p2) * (1.0 - p3) AS pre_risk
WITH is_accepted, risk, pre_risk,
     CASE WHEN pre_risk >= $high THEN 'HIGH' WHEN pre_risk >= $medium THEN 'MEDIUM' ELSE 'LOW' END AS category
WITH is_accepted, risk, category,
     CASE category WHEN 'HIGH' THEN $rho_high * pre_risk WHEN 'MEDIUM' THEN $rho_medium * pre_risk ELSE 1.0 END AS own
WITH category, NOT is_accepted AND (risk > $theta_chain + $tie OR risk > own + $tie) AS is_over
RETURN category, count(*) AS chains, sum(CASE WHEN is_over THEN 1 ELSE 0 END) AS over_policy
