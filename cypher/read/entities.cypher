// Entities with their numbers and decisions.
// -> id STRING, value STRING, type STRING, weight DOUBLE, frequency INT64, uniqueness DOUBLE, importance DOUBLE, masked BOOLEAN, replacement STRING, operator STRING, reason STRING, decided_by STRING
MATCH (e:Entity)
RETURN e.id AS id, e.value AS value, e.type AS type, e.weight AS weight, e.frequency AS frequency,
       e.uniqueness AS uniqueness, e.importance AS importance, e.masked AS masked, e.replacement AS replacement,
       e.operator AS operator, e.reason AS reason, e.decided_by AS decided_by
ORDER BY id
