// Where the texts of the documents and of the background stand.
// -> place STRING
MATCH (d:Document)
RETURN d.content AS place
UNION ALL
MATCH (b:Background)
RETURN b.content AS place
