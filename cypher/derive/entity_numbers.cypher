// Frequency, uniqueness and importance of every entity.
// u(e) = ln((N+1)/freq(e)) / ln(N+1); a ratio of logarithms does not care for their base.
// $documents: N, documents whose extraction is finished
MATCH (e:Entity)<-[m:MENTIONS]-(d:Document)
WITH e, count(DISTINCT d) AS frequency, max(m.relevance) AS relevance
WITH e, frequency, relevance, log(($documents + 1.0) / frequency) / log($documents + 1.0) AS uniqueness
SET e.frequency = frequency, e.uniqueness = uniqueness, e.importance = relevance * uniqueness * e.weight
