// What links these two documents? What both mention, how much of the link each of it makes, and the link if there is one.
// A share is that of an entity alone; the strength of the link is 1 - product of (1 - share) over what is not masked.
// Put the source ids of the two documents into the first line.
// -> a NODE, ma RELATIONSHIP, e NODE, mb RELATIONSHIP, b NODE, share DOUBLE, masked BOOLEAN, link RELATIONSHIP
WITH 'source id' AS one, 'source id' AS other
MATCH (a:Document {source_id: one})-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b:Document {source_id: other})
OPTIONAL MATCH (a)-[link:LINKED]-(b)
RETURN a, ma, e, mb, b,
       (CASE WHEN ma.relevance > mb.relevance THEN ma.relevance ELSE mb.relevance END) * e.uniqueness * e.weight AS share,
       e.masked AS masked, link
ORDER BY share DESC
LIMIT 300
