// Documents with their text.
// -> id, source_id, content, metadata, source, state
MATCH (d:Document)
RETURN d.id AS id, d.source_id AS source_id, d.content AS content, d.metadata AS metadata, d.source AS source, d.state AS state
ORDER BY source_id
