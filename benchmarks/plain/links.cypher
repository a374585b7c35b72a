MATCH (a:Document)
CALL (a) {
  MATCH (a)-[ma:MENTIONS]->(e:Entity) WHERE ma.prefix
  MATCH (e)<-[mb:MENTIONS]-(b:Document) WHERE mb.prefix AND a.id < b.id
  WITH DISTINCT a, b
  MATCH (a)-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b)
  WITH a, b, e, (CASE WHEN ma.relevance > mb.relevance THEN ma.relevance ELSE mb.relevance END) * e.unit AS s
  WITH a, b, 1.0 - 10.0 ^ sum(log10(CASE WHEN s > 0.999999999999 THEN 1e-12 ELSE 1.0 - s END)) AS strength, collect(e.id) AS via
  WHERE strength >= 0.5
  MERGE (a)-[l:LINKED]->(b) SET l.strength = strength, l.via = via
} IN TRANSACTIONS OF 1000 ROWS
