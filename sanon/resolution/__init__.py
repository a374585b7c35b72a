"""Resolution: which spellings are one entity, in a document and over the corpus."""
