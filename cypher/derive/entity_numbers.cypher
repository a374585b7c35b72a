// Frequency, uniqueness and importance of every entity; one whose numbers stay is not written.
// u(e) = ln((N+1)/freq(e)) / ln(N+1); a ratio of logarithms does not care for their base.
// $documents: N, documents whose extraction is finished
MATCH (e:Entity)<-[m:MENTIONS]-(d:Document)
WITH e, count(DISTINCT d) AS frequency, max(m.relevance) AS relevance
WITH e, frequency, relevance, log(($documents + 1.0) / frequency) / log($documents + 1.0) AS uniqueness
WITH e, frequency, uniqueness, relevance * uniqueness * e.weight AS importance
WHERE coalesce(e.frequency, -1) <> frequency OR abs(coalesce(e.uniqueness, -1.0) - uniqueness) > 1e-12
   OR abs(coalesce(e.importance, -1.0) - importance) > 1e-12
SET e.frequency = frequency, e.uniqueness = uniqueness, e.importance = importance
