// Entities that are kept for their mask alone weigh nothing.
MATCH (e:Entity) WHERE NOT (e)<-[:MENTIONS]-(:Document) AND coalesce(e.frequency, -1) <> 0
SET e.frequency = 0, e.uniqueness = 0.0, e.importance = 0.0
