// Write texts that an attacker may know; one with the same id is written over.
// $rows: id STRING, source_id STRING, path STRING, content STRING, content_md5 STRING
UNWIND $rows AS row WITH row.id AS id, row.source_id AS source_id, row.path AS path, row.content AS content, row.content_md5 AS content_md5
MERGE (b:Background {id: id})
SET b.source_id = source_id, b.path = path, b.content = content, b.content_md5 = content_md5
