// How many entities are masked.
// -> masked INT64
MATCH (e:Entity) WHERE e.masked RETURN count(e) AS masked
