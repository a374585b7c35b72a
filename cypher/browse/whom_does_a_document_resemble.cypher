// Whom does a document resemble? The text about somebody that an attacker finds for it, on which place in the original and
// in what is exported (0: not at all), and the masks that hide it from him.
// Put a source id into the first line; empty are the documents that are still found, then those that were found best.
// -> document STRING, text STRING, attacker STRING, rank_before INT64, rank_after INT64, hidden_by INT64, resembles PATH
WITH '' AS source_id
MATCH resembles = (d:Document)-[r:RESEMBLES]->(b:Background) WHERE source_id = '' OR d.source_id = source_id
OPTIONAL MATCH (d)-[:MENTIONS]->(e:Entity) WHERE e.masked AND e.decided_by = 'background'
RETURN d.source_id AS document, b.source_id AS text, r.attacker AS attacker, r.rank_before AS rank_before, r.rank_after AS rank_after, count(e) AS hidden_by, resembles
ORDER BY CASE WHEN r.rank_after = 0 THEN 1000000 ELSE r.rank_after END, r.rank_before, d.source_id
LIMIT 50
