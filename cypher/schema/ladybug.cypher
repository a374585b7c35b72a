// Tables of the embedded engine, whose nodes and relationships are typed. A primary key is unique.
// Of a document: the run that wrote it, its characters, and what is left out when documents are joined; pre_risk is the
// risk after list, direct and document stage, which the limits of chains refer to.
CREATE NODE TABLE IF NOT EXISTS Document(
    id STRING PRIMARY KEY, source_id STRING, path STRING, content STRING, metadata STRING, content_md5 STRING,
    source STRING, risk DOUBLE, residual_risk DOUBLE, state STRING, loaded_by STRING, characters INT64,
    prefix_importance DOUBLE, prefix_weight DOUBLE, pre_risk DOUBLE);
// Also what a mask leaves, and what it was decided for.
CREATE NODE TABLE IF NOT EXISTS Entity(
    id STRING PRIMARY KEY, value STRING, type STRING, weight DOUBLE, frequency INT64, uniqueness DOUBLE,
    importance DOUBLE, masked BOOLEAN, replacement STRING, operator STRING, reason STRING, decided_by STRING,
    direct BOOLEAN, level INT64, leaves_link BOOLEAN, relabelled BOOLEAN, decided_for STRING[]);
CREATE NODE TABLE IF NOT EXISTS Run(
    id STRING PRIMARY KEY, started_at STRING, command STRING, parameters STRING, sanon_version STRING, counts STRING);
CREATE NODE TABLE IF NOT EXISTS Chain(
    id STRING PRIMARY KEY, documents STRING[], risk DOUBLE, residual_risk DOUBLE, category STRING, pre_risk DOUBLE,
    highest_allowed DOUBLE, accepted STRING);
// What the graph remembers of its settings, and what the last export showed and did not show.
CREATE NODE TABLE IF NOT EXISTS Corpus(
    id STRING PRIMARY KEY, pseudonym_key STRING, exported STRING, settings STRING, exported_masks STRING);
// Also whose value it is, and how sure the extractor is, in [0, 1]. Loaded in bulk by the order of these properties.
CREATE REL TABLE IF NOT EXISTS MENTIONS(
    FROM Document TO Entity, relevance DOUBLE, original_values STRING[], found_by STRING[], person STRING,
    confidence DOUBLE);
// Loaded in bulk by the order of these properties.
CREATE REL TABLE IF NOT EXISTS LINKED(
    FROM Document TO Document, strength DOUBLE, residual_strength DOUBLE, hop_risk DOUBLE, via STRING[],
    pre_hop_risk DOUBLE);
CREATE REL TABLE IF NOT EXISTS DECIDED(
    FROM Run TO Entity, reason STRING, risk_before DOUBLE, risk_after DOUBLE);
CREATE REL TABLE IF NOT EXISTS GENERALIZES_TO(FROM Entity TO Entity, level INT64);
CREATE NODE TABLE IF NOT EXISTS Background(
    id STRING PRIMARY KEY, source_id STRING, path STRING, content STRING, content_md5 STRING);
CREATE REL TABLE IF NOT EXISTS RESEMBLES(
    FROM Document TO Background, rank_before INT64, rank_after INT64, attacker STRING);
CREATE REL TABLE IF NOT EXISTS INCLUDES(FROM Chain TO Document, position INT64);
