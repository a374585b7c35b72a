// How long the text of each document is, to read no more of them at once than memory holds.
// -> id STRING, source_id STRING, characters INT64
MATCH (d:Document)
RETURN d.id AS id, d.source_id AS source_id, coalesce(d.characters, size(d.content)) AS characters
