// Why is this entity masked? What stands in its place, the run that decided it with its reason, and the documents that
// mention it with the links that it carries.
// Put the id of the entity, or the beginning of it, into the first line; sanon analyze --masked shows ids. Empty, it is the
// masked entity that identifies most.
// To see it drawn: RETURN r, x, e, m, d, l, other
// -> type STRING, value STRING, replacement STRING, stage STRING, reason STRING, decided_at STRING, document STRING, linked STRING, strength_now DOUBLE, e NODE, r NODE, x RELATIONSHIP
WITH '' AS entity_id
MATCH (e:Entity) WHERE (entity_id = '' AND e.masked AND e.frequency > 0) OR (entity_id <> '' AND e.id STARTS WITH entity_id)
WITH e ORDER BY e.masked DESC, e.importance DESC, e.id LIMIT 1
OPTIONAL MATCH (r:Run)-[x:DECIDED]->(e)
OPTIONAL MATCH (d:Document)-[m:MENTIONS]->(e)
OPTIONAL MATCH (d)-[l:LINKED]-(other:Document) WHERE e.id IN l.via
RETURN e.type AS type, e.value AS value, e.replacement AS replacement, e.decided_by AS stage, x.reason AS reason,
       r.started_at AS decided_at, d.source_id AS document, other.source_id AS linked, l.residual_strength AS strength_now,
       e, r, x
ORDER BY decided_at DESC, document, linked
LIMIT 300
