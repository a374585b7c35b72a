// Which background texts attackers find for which documents, on which place in the original and in what is exported.
// -> document_id STRING, source_id STRING, background_id STRING, background STRING, attacker STRING, rank_before INT64, rank_after INT64
MATCH (d:Document)-[r:RESEMBLES]->(b:Background)
RETURN d.id AS document_id, d.source_id AS source_id, b.id AS background_id, b.source_id AS background, r.attacker AS attacker, r.rank_before AS rank_before, r.rank_after AS rank_after
