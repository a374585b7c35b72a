// The documents that the mask of one entity was decided for: source ids of a document, or of a chain in its order.
// $entity_id: id of the entity
// -> documents STRING[]
MATCH (e:Entity {id: $entity_id}) WHERE e.masked AND e.decided_for IS NOT NULL
RETURN e.decided_for AS documents
