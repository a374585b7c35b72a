// Where the texts of the documents stand.
// -> place STRING
MATCH (d:Document)
RETURN d.content AS place
