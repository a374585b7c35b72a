// Remember which run decided what, and what it did to the risk of the document or chain that made it necessary.
// All in CREATE and nothing in SET: Ladybug looks for a relationship to set among all of its run, so n decisions cost n².
// $rows: run_id STRING, entity_id STRING, reason STRING, risk_before DOUBLE, risk_after DOUBLE
UNWIND $rows AS row WITH row.run_id AS run_id, row.entity_id AS entity_id, row.reason AS reason, row.risk_before AS risk_before, row.risk_after AS risk_after
MATCH (r:Run {id: run_id})
MATCH (e:Entity {id: entity_id})
CREATE (r)-[x:DECIDED {reason: reason, risk_before: risk_before, risk_after: risk_after}]->(e)
