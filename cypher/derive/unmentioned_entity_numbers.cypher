// Entities that are kept for their mask alone weigh nothing.
MATCH (e:Entity) WHERE NOT (e)<-[:MENTIONS]-(:Document)
SET e.frequency = 0, e.uniqueness = 0.0, e.importance = 0.0
