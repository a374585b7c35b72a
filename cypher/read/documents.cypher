// Documents with their text.
// -> id STRING, source_id STRING, content STRING, metadata STRING, source STRING, state STRING
MATCH (d:Document)
RETURN d.id AS id, d.source_id AS source_id, d.content AS content, d.metadata AS metadata, d.source AS source, d.state AS state
