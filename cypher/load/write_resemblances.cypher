// Write which background text an attacker finds for a document, and on which place, from 1; 0 is no place.
// $rows: document_id STRING, background_id STRING, attacker STRING, rank_before INT64, rank_after INT64
UNWIND $rows AS row WITH row.document_id AS document_id, row.background_id AS background_id, row.attacker AS attacker, row.rank_before AS rank_before, row.rank_after AS rank_after
MATCH (d:Document {id: document_id})
MATCH (b:Background {id: background_id})
CREATE (d)-[:RESEMBLES {attacker: attacker, rank_before: rank_before, rank_after: rank_after}]->(b)
