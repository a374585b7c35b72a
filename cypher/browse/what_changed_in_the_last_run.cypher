// What did the last run change? A redact: the entities it masked, why, what it did to the risk of the document or chain that
// made the mask necessary, and the documents that mention them. A load: the documents it brought.
// The first line names the command, redact or load; empty, it is whichever ran last.
// To see it drawn: RETURN r, x, e, m, d, loaded
// -> command STRING, started_at STRING, type STRING, value STRING, reason STRING, risk_before DOUBLE, risk_after DOUBLE, document STRING, loaded_document STRING, r NODE, x RELATIONSHIP, e NODE
WITH '' AS command
MATCH (r:Run) WHERE r.command = command OR (command = '' AND r.command IN ['load', 'redact'])
WITH r ORDER BY r.started_at DESC LIMIT 1
OPTIONAL MATCH (r)-[x:DECIDED]->(e:Entity)
OPTIONAL MATCH (e)<-[m:MENTIONS]-(d:Document)
OPTIONAL MATCH (loaded:Document) WHERE loaded.loaded_by = r.id
RETURN r.command AS command, r.started_at AS started_at, e.type AS type, e.value AS value, x.reason AS reason,
       x.risk_before AS risk_before, x.risk_after AS risk_after, d.source_id AS document,
       loaded.source_id AS loaded_document, r, x, e
ORDER BY risk_before DESC, reason, risk_after DESC, document
LIMIT 300
