UNWIND $rows AS row MERGE (d:Document {id: row.id}) SET d.content = row.content
