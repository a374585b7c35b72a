// Which of some documents are in the graph.
// $rows: source_id STRING
// -> id STRING, source_id STRING
UNWIND $rows AS row WITH row.source_id AS source_id
MATCH (d:Document {source_id: source_id})
RETURN d.id AS id, d.source_id AS source_id
