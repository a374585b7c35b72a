// Some documents with their text.
// $rows: id STRING
// -> id STRING, source_id STRING, content STRING, content_md5 STRING, metadata STRING, source STRING, state STRING
UNWIND $rows AS row WITH row.id AS id
MATCH (d:Document {id: id})
RETURN d.id AS id, d.source_id AS source_id, d.content AS content, d.content_md5 AS content_md5,
    d.metadata AS metadata, d.source AS source, d.state AS state
