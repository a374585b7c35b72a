// Uniqueness in Neo4j, where a MERGE is right only under a constraint; each brings its index.
CREATE CONSTRAINT sanon_document_id IF NOT EXISTS FOR (d:Document) REQUIRE d.id IS UNIQUE;
CREATE CONSTRAINT sanon_document_source_id IF NOT EXISTS FOR (d:Document) REQUIRE d.source_id IS UNIQUE;
CREATE CONSTRAINT sanon_entity_id IF NOT EXISTS FOR (e:Entity) REQUIRE e.id IS UNIQUE;
CREATE CONSTRAINT sanon_run_id IF NOT EXISTS FOR (r:Run) REQUIRE r.id IS UNIQUE;
CREATE CONSTRAINT sanon_chain_id IF NOT EXISTS FOR (c:Chain) REQUIRE c.id IS UNIQUE;
CREATE CONSTRAINT sanon_background_id IF NOT EXISTS FOR (b:Background) REQUIRE b.id IS UNIQUE;
CREATE CONSTRAINT sanon_corpus_id IF NOT EXISTS FOR (c:Corpus) REQUIRE c.id IS UNIQUE;
// For a person who asks: the riskiest documents, entities of a type, and entities by words of their values.
CREATE INDEX sanon_document_residual_risk IF NOT EXISTS FOR (d:Document) ON (d.residual_risk);
CREATE INDEX sanon_entity_type IF NOT EXISTS FOR (e:Entity) ON (e.type);
CREATE FULLTEXT INDEX sanon_entity_values IF NOT EXISTS FOR (e:Entity) ON EACH [e.value];
