// Remember what the last export held.
// $exported: JSON, exported id -> digest
MATCH (c:Corpus {id: 'corpus'})
SET c.exported = $exported
