// How many mentions and links there are.
// -> mentions, links
OPTIONAL MATCH (:Document)-[m:MENTIONS]->(:Entity)
WITH count(m) AS mentions
OPTIONAL MATCH (:Document)-[l:LINKED]->(:Document)
RETURN mentions, count(l) AS links
