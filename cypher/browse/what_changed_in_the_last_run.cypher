// What did the last run change? A redact: the entities it masked, why, what it did to the risk of the document or chain that
// made the mask necessary, and the documents that mention them. A load: the documents it brought.
// The first line names the command: redact or load.
// -> r NODE, x RELATIONSHIP, e NODE, m RELATIONSHIP, d NODE, reason STRING, risk_before DOUBLE, risk_after DOUBLE, loaded NODE
WITH 'redact' AS command
MATCH (r:Run {command: command})
WITH r ORDER BY r.started_at DESC LIMIT 1
OPTIONAL MATCH (r)-[x:DECIDED]->(e:Entity)
OPTIONAL MATCH (e)<-[m:MENTIONS]-(d:Document)
OPTIONAL MATCH (loaded:Document) WHERE loaded.loaded_by = r.id
RETURN r, x, e, m, d, x.reason AS reason, x.risk_before AS risk_before, x.risk_after AS risk_after, loaded
ORDER BY risk_before DESC, reason, risk_after DESC
LIMIT 300
