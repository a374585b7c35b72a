// What links these two documents? What both mention, how much of the link each of it makes, and the link if there is one.
// A share is that of an entity alone; the strength of the link is 1 - product of (1 - share) over what still links.
// Put the source ids of the two documents into the first line; empty, they are those with the strongest link now.
// To see it drawn: RETURN a, ma, e, mb, b, link
// -> one STRING, other STRING, type STRING, value STRING, share DOUBLE, masked BOOLEAN, strength_now DOUBLE, strength_before DOUBLE, e NODE, link RELATIONSHIP
WITH '' AS one, '' AS other
OPTIONAL MATCH (x:Document)-[l:LINKED]-(y:Document) WHERE (one = '' OR x.source_id = one) AND (other = '' OR y.source_id = other)
WITH one, other, x.source_id AS first, y.source_id AS second, l.residual_strength AS now, l.strength AS before
ORDER BY now DESC, before DESC, first LIMIT 1
WITH coalesce(first, one) AS one, coalesce(second, other) AS other
MATCH (a:Document {source_id: one})-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b:Document {source_id: other})
OPTIONAL MATCH (a)-[link:LINKED]-(b)
RETURN a.source_id AS one, b.source_id AS other, e.type AS type, e.value AS value,
       (CASE WHEN ma.relevance > mb.relevance THEN ma.relevance ELSE mb.relevance END) * e.uniqueness * e.weight AS share,
       e.masked AS masked, link.residual_strength AS strength_now, link.strength AS strength_before, e, link
ORDER BY share DESC, type, value
LIMIT 300
