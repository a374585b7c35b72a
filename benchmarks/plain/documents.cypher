UNWIND $rows AS row MERGE (d:Document {id: row.id})
SET d.source_id = row.source_id, d.path = row.path, d.content = row.content, d.metadata = row.metadata,
    d.content_md5 = row.content_md5, d.source = row.source, d.state = row.state, d.loaded_by = row.loaded_by
