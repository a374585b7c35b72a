// Tie each of the worst chains to its documents.
// $rows: chain_id STRING, document_id STRING, position INT64
UNWIND $rows AS row WITH row.chain_id AS chain_id, row.document_id AS document_id, row.position AS position
MATCH (c:Chain {id: chain_id})
MATCH (d:Document {id: document_id})
MERGE (c)-[i:INCLUDES]->(d)
SET i.position = position
