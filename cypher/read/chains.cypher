// The worst chains, as they were when the graph was derived; `included` documents of each are there.
// -> id STRING, documents STRING[], risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE, category STRING, highest_allowed DOUBLE, accepted STRING, included INT64
MATCH (c:Chain)
OPTIONAL MATCH (c)-[i:INCLUDES]->(:Document)
RETURN c.id AS id, c.documents AS documents, c.risk AS risk, c.residual_risk AS residual_risk,
       c.pre_risk AS pre_risk, c.category AS category, c.highest_allowed AS highest_allowed,
       coalesce(c.accepted, '') AS accepted, count(i) AS included
ORDER BY risk DESC, id
