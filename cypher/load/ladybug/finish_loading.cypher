// The last step of a load in bulk: its documents become visible with what they mention.
// $rows: id STRING, state STRING
UNWIND $rows AS row WITH row.id AS id, row.state AS state
MATCH (d:Document {id: id})
SET d.state = state
