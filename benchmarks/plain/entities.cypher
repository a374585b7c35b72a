UNWIND $rows AS row MERGE (e:Entity {id: row.id})
SET e.value = row.value, e.type = row.type, e.weight = row.weight, e.masked = false
