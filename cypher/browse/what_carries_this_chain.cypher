// What carries this chain? The entities that two of its documents share, and the links between them.
// Put the source ids of the documents into the first line; with one empty text, it is the chain that is worst now.
// To see it drawn: RETURN a, l, b, ma, e, mb
// -> one STRING, other STRING, type STRING, value STRING, masked BOOLEAN, strength_now DOUBLE, strength_before DOUBLE, e NODE, l RELATIONSHIP
WITH [''] AS documents
OPTIONAL MATCH (c:Chain) WHERE '' IN documents
WITH documents, c.documents AS worst, c.residual_risk AS risk, c.id AS id ORDER BY risk DESC, id LIMIT 1
WITH CASE WHEN '' IN documents THEN coalesce(worst, documents) ELSE documents END AS documents
MATCH (a:Document)-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b:Document)
WHERE a.source_id IN documents AND b.source_id IN documents AND a.source_id < b.source_id
OPTIONAL MATCH (a)-[l:LINKED]-(b)
RETURN a.source_id AS one, b.source_id AS other, e.type AS type, e.value AS value, e.masked AS masked,
       l.residual_strength AS strength_now, l.strength AS strength_before, e, l
ORDER BY one, other, e.importance DESC, value
LIMIT 300
