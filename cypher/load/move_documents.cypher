// Say where documents stand in the input now; nothing else about them has changed.
// $rows: id STRING, path STRING, source STRING
UNWIND $rows AS row WITH row.id AS id, row.path AS path, row.source AS source
MATCH (d:Document {id: id})
SET d.path = path, d.source = source
