// Forget some links: documents that are not linked any more.
// $rows: a STRING, b STRING
UNWIND $rows AS row WITH row.a AS a, row.b AS b
MATCH (x:Document {id: a})-[l:LINKED]->(y:Document {id: b})
DELETE l
