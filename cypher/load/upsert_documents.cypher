// Write documents; one that is there keeps its node and takes the new properties. Its risks are those before
// any mask, if they are known; what masks change is derived later.
// $rows: id STRING, source_id STRING, path STRING, content STRING, metadata STRING, content_md5 STRING, source STRING, state STRING, loaded_by STRING, characters INT64, risk DOUBLE
// -> written INT64
UNWIND $rows AS row WITH row.id AS id, row.source_id AS source_id, row.path AS path, row.content AS content, row.metadata AS metadata, row.content_md5 AS content_md5, row.source AS source, row.state AS state, row.loaded_by AS loaded_by, row.characters AS characters, row.risk AS risk
MERGE (d:Document {id: id})
SET d.source_id = source_id, d.path = path, d.content = content, d.metadata = metadata,
    d.content_md5 = content_md5, d.source = source, d.state = state, d.loaded_by = loaded_by,
    d.characters = characters, d.risk = risk, d.residual_risk = risk, d.pre_risk = risk
RETURN count(*) AS written
