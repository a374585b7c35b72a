// How many documents, entities, mentions and links there are; each from what the engine counts anyway.
// -> kind STRING, number INT64
MATCH (d:Document) WITH count(d) AS number RETURN 'documents' AS kind, number
UNION ALL
MATCH (e:Entity) WITH count(e) AS number RETURN 'entities' AS kind, number
UNION ALL
MATCH ()-[m:MENTIONS]->() WITH count(m) AS number RETURN 'mentions' AS kind, number
UNION ALL
MATCH ()-[l:LINKED]->() WITH count(l) AS number RETURN 'links' AS kind, number
