// Documents whose extraction is finished, each with the run that wrote it last.
// -> source_id STRING, loaded_by STRING
MATCH (d:Document) WHERE d.state = 'extracted'
RETURN d.source_id AS source_id, d.loaded_by AS loaded_by
