// Runs that decided to mask one entity, the last one first.
// $entity_id: of the entity
// -> id STRING, started_at STRING, reason STRING, risk_before DOUBLE, risk_after DOUBLE
MATCH (r:Run)-[x:DECIDED]->(e:Entity {id: $entity_id})
RETURN r.id AS id, r.started_at AS started_at, x.reason AS reason, x.risk_before AS risk_before, x.risk_after AS risk_after
ORDER BY started_at DESC, id DESC
