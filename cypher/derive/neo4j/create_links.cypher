// Write links between documents that have none; no document is looked up more than once. A link names its ends by their
// places among $ids; one that names others writes nothing, which the number of all links shows.
// $ids: of the documents
// $a: place of one end of each link
// $b: place of the other
// $strength: of each link
// $residual_strength: of each link
// $hop_risk: of each link
// $via: of each link
// $pre_hop_risk: of each link
UNWIND range(0, size($ids) - 1) AS place
MATCH (d:Document {id: $ids[place]})
WITH collect(d) AS documents
UNWIND range(0, size($a) - 1) AS link
WITH documents[$a[link]] AS x, documents[$b[link]] AS y, link
WHERE x.id = $ids[$a[link]] AND y.id = $ids[$b[link]]
CREATE (x)-[:LINKED {strength: $strength[link], residual_strength: $residual_strength[link], hop_risk: $hop_risk[link], via: $via[link], pre_hop_risk: $pre_hop_risk[link]}]->(y)
