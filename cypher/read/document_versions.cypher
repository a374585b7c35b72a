// What is known of each document without its text: enough to see whether it changed.
// -> id, source_id, path, content_md5, metadata, source, state
MATCH (d:Document)
RETURN d.id AS id, d.source_id AS source_id, d.path AS path, d.content_md5 AS content_md5, d.metadata AS metadata,
       d.source AS source, d.state AS state
ORDER BY source_id
