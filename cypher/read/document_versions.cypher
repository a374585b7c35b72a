// What is known of each document without its text: enough to see whether it changed.
// -> id STRING, source_id STRING, path STRING, content_md5 STRING, metadata STRING, source STRING, state STRING
MATCH (d:Document)
RETURN d.id AS id, d.source_id AS source_id, d.path AS path, d.content_md5 AS content_md5, d.metadata AS metadata,
       d.source AS source, d.state AS state
