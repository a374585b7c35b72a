// Entities with their numbers and decisions.
// -> id, value, type, weight, frequency, uniqueness, importance, masked, replacement, operator, reason, decided_by
MATCH (e:Entity)
RETURN e.id AS id, e.value AS value, e.type AS type, e.weight AS weight, e.frequency AS frequency,
       e.uniqueness AS uniqueness, e.importance AS importance, e.masked AS masked, e.replacement AS replacement,
       e.operator AS operator, e.reason AS reason, e.decided_by AS decided_by
ORDER BY id
