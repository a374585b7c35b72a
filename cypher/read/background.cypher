// The texts that an attacker may know.
// -> id STRING, source_id STRING, path STRING, content STRING, content_md5 STRING
MATCH (b:Background)
RETURN b.id AS id, b.source_id AS source_id, b.path AS path, b.content AS content, b.content_md5 AS content_md5
