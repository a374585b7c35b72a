// Say which run wrote documents or what they mention, so that redact knows what is new to it.
// $rows: source_id STRING, loaded_by STRING
UNWIND $rows AS row WITH row.source_id AS source_id, row.loaded_by AS loaded_by
MATCH (d:Document) WHERE d.source_id = source_id
SET d.loaded_by = loaded_by
