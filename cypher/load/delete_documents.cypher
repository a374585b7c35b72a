// Take documents out of the corpus, with their mentions and links.
// $source_ids: list of source ids
MATCH (d:Document) WHERE d.source_id IN $source_ids
DETACH DELETE d
