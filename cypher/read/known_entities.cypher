// Which of some entities are in the graph.
// $rows: id STRING
// -> id STRING
UNWIND $rows AS row WITH row.id AS id
MATCH (e:Entity {id: id})
RETURN e.id AS id
