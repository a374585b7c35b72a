// Entities with their numbers and decisions.
// -> id STRING, value STRING, type STRING, weight DOUBLE, frequency INT64, uniqueness DOUBLE, importance DOUBLE, masked BOOLEAN, replacement STRING, operator STRING, reason STRING, decided_by STRING, level INT64, leaves_link BOOLEAN, relabelled BOOLEAN
MATCH (e:Entity)
RETURN e.id AS id, e.value AS value, e.type AS type, e.weight AS weight, e.frequency AS frequency,
       e.uniqueness AS uniqueness, e.importance AS importance, e.masked AS masked, e.replacement AS replacement,
       e.operator AS operator, e.reason AS reason, e.decided_by AS decided_by, e.level AS level,
       coalesce(e.leaves_link, false) AS leaves_link, coalesce(e.relabelled, false) AS relabelled
ORDER BY id
