// Nodes that carry sAnon's labels in a database that sAnon has not set up: they are somebody else's.
// -> nodes INT64
MATCH (n) WHERE n:Document OR n:Entity OR n:Run OR n:Chain OR n:Corpus OR n:Background
RETURN count(n) AS nodes
