// First load of documents in bulk, into an empty table.
// $rows: id STRING, source_id STRING, path STRING, content STRING, metadata STRING, content_md5 STRING, source STRING, state STRING, loaded_by STRING, characters INT64
COPY Document(id, source_id, path, content, metadata, content_md5, source, state, loaded_by, characters) FROM $rows
