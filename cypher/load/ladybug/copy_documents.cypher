// First load of documents in bulk, into an empty table.
// $rows: id STRING, source_id STRING, path STRING, content STRING, metadata STRING, content_md5 STRING, source STRING, state STRING, loaded_by STRING, characters INT64, risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE
COPY Document(id, source_id, path, content, metadata, content_md5, source, state, loaded_by, characters, risk, residual_risk, pre_risk) FROM $rows
