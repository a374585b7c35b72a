// Tables of the embedded engine, whose nodes and relationships are typed. A primary key is unique.
CREATE NODE TABLE IF NOT EXISTS Document(
    id STRING PRIMARY KEY, source_id STRING, path STRING, content STRING, metadata STRING, content_md5 STRING,
    source STRING, risk DOUBLE, residual_risk DOUBLE, state STRING);
CREATE NODE TABLE IF NOT EXISTS Entity(
    id STRING PRIMARY KEY, value STRING, type STRING, weight DOUBLE, frequency INT64, uniqueness DOUBLE,
    importance DOUBLE, masked BOOLEAN, replacement STRING, operator STRING, reason STRING, decided_by STRING);
CREATE NODE TABLE IF NOT EXISTS Run(
    id STRING PRIMARY KEY, started_at STRING, command STRING, parameters STRING, sanon_version STRING, counts STRING);
CREATE NODE TABLE IF NOT EXISTS Chain(
    id STRING PRIMARY KEY, documents STRING[], risk DOUBLE, residual_risk DOUBLE, category STRING);
CREATE NODE TABLE IF NOT EXISTS Corpus(id STRING PRIMARY KEY, pseudonym_key STRING, exported STRING);
CREATE REL TABLE IF NOT EXISTS MENTIONS(
    FROM Document TO Entity, relevance DOUBLE, original_values STRING[], found_by STRING[]);
CREATE REL TABLE IF NOT EXISTS LINKED(
    FROM Document TO Document, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, via STRING[]);
CREATE REL TABLE IF NOT EXISTS DECIDED(
    FROM Run TO Entity, reason STRING, risk_before DOUBLE, risk_after DOUBLE);
CREATE REL TABLE IF NOT EXISTS GENERALIZES_TO(FROM Entity TO Entity, level INT64);
CREATE NODE TABLE IF NOT EXISTS Background(
    id STRING PRIMARY KEY, source_id STRING, path STRING, content STRING, content_md5 STRING);
CREATE REL TABLE IF NOT EXISTS RESEMBLES(
    FROM Document TO Background, rank_before INT64, rank_after INT64, attacker STRING);
CREATE REL TABLE IF NOT EXISTS INCLUDES(FROM Chain TO Document, position INT64);
// What graphs of before lack: the run that wrote a document, what is left out when documents are joined, what the
// graph remembers of its policy, and what the last export did not show.
ALTER TABLE Document ADD IF NOT EXISTS loaded_by STRING;
ALTER TABLE Document ADD IF NOT EXISTS characters INT64;
ALTER TABLE Document ADD IF NOT EXISTS prefix_importance DOUBLE;
ALTER TABLE Document ADD IF NOT EXISTS prefix_weight DOUBLE;
ALTER TABLE Corpus ADD IF NOT EXISTS settings STRING;
ALTER TABLE Corpus ADD IF NOT EXISTS exported_masks STRING;
// What the limits of chains refer to: risks after list, direct and document stage.
ALTER TABLE Document ADD IF NOT EXISTS pre_risk DOUBLE;
ALTER TABLE LINKED ADD IF NOT EXISTS pre_hop_risk DOUBLE;
ALTER TABLE Chain ADD IF NOT EXISTS pre_risk DOUBLE;
ALTER TABLE Chain ADD IF NOT EXISTS highest_allowed DOUBLE;
ALTER TABLE Chain ADD IF NOT EXISTS accepted STRING;
ALTER TABLE Entity ADD IF NOT EXISTS direct BOOLEAN;
// What a mask leaves, and what it was decided for.
ALTER TABLE Entity ADD IF NOT EXISTS level INT64;
ALTER TABLE Entity ADD IF NOT EXISTS leaves_link BOOLEAN;
ALTER TABLE Entity ADD IF NOT EXISTS relabelled BOOLEAN;
ALTER TABLE Entity ADD IF NOT EXISTS decided_for STRING[];
// Whose value a mention is.
ALTER TABLE MENTIONS ADD IF NOT EXISTS person STRING;
// How sure the extractor is, in [0, 1]; null in graphs that are older: 1.
ALTER TABLE MENTIONS ADD IF NOT EXISTS confidence DOUBLE;
