UNWIND $rows AS row MATCH (d:Document {id: row.d})-[m:MENTIONS]->(e:Entity {id: row.e}) SET m.prefix = true
