// First load of entities in bulk, into an empty table.
// $rows: id STRING, value STRING, type STRING, weight DOUBLE, masked BOOLEAN, frequency INT64, uniqueness DOUBLE, importance DOUBLE
COPY Entity(id, value, type, weight, masked, frequency, uniqueness, importance) FROM $rows
