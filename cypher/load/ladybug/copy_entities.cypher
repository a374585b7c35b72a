// First load of entities in bulk, into an empty table.
// $rows: id STRING, value STRING, type STRING, weight DOUBLE, masked BOOLEAN
COPY Entity(id, value, type, weight, masked) FROM $rows
