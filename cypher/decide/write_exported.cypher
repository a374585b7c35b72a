// Remember what the last export held, and what it did not show.
// $exported: JSON, exported id -> digest
// $masks: JSON, ids of the entities that were masked
MATCH (c:Corpus {id: 'corpus'})
SET c.exported = $exported, c.exported_masks = $masks
