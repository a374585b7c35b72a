// What carries this chain? Its documents, the links between them, and the entities that two of them share.
// Put the source ids of the documents into the first line.
// -> a NODE, l RELATIONSHIP, b NODE, ma RELATIONSHIP, e NODE, mb RELATIONSHIP, masked BOOLEAN
WITH ['source id', 'source id'] AS documents
MATCH (a:Document)-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b:Document)
WHERE a.source_id IN documents AND b.source_id IN documents AND a.source_id < b.source_id
OPTIONAL MATCH (a)-[l:LINKED]-(b)
RETURN a, l, b, ma, e, mb, e.masked AS masked
LIMIT 300
