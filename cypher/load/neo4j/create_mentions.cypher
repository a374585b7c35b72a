// Entities, and new mentions of them, in one statement: no entity and no document is looked up more than once.
// An entity that is there keeps its decision. A mention names its entity by its place among $ids; one that names another
// writes nothing, which the number written shows: to count all mentions within a large transaction takes long.
// $ids: of the entities
// $values: of each entity
// $types: of each entity
// $weights: of each entity
// $frequency: of each entity, if it is known, and so on
// $uniqueness: of each entity
// $importance: of each entity
// $documents: source ids of documents without mentions
// $starts: place of the first mention of each document in what follows; one more at the end
// $entities: place of each mention's entity
// $relevance: of each mention
// $original_values: of each mention
// $found_by: of each mention
// $person: whose value each mention is; null if nobody says
// $confidence: how sure the extractor is, in [0, 1]
// -> written INT64
UNWIND range(0, size($ids) - 1) AS place
MERGE (e:Entity {id: $ids[place]})
ON CREATE SET e.value = $values[place], e.type = $types[place], e.weight = $weights[place], e.masked = false,
    e.frequency = $frequency[place], e.uniqueness = $uniqueness[place], e.importance = $importance[place]
WITH collect(e) AS entities
UNWIND range(0, size($documents) - 1) AS number
MATCH (d:Document {source_id: $documents[number]})
UNWIND range($starts[number], $starts[number + 1] - 1) AS place
WITH d, entities[$entities[place]] AS e, place
WHERE e.id = $ids[$entities[place]]
CREATE (d)-[:MENTIONS {relevance: $relevance[place], original_values: $original_values[place], found_by: $found_by[place], person: $person[place], confidence: $confidence[place]}]->(e)
RETURN count(*) AS written
