// First load of mentions in bulk, into an empty table: from, to, then the properties in their order.
// $rows: document_id STRING, entity_id STRING, relevance DOUBLE, original_values STRING[], found_by STRING[], person STRING, confidence DOUBLE
COPY MENTIONS FROM $rows
