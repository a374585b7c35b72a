// Which chains of two or three documents go through this document, and how risky are they before any mask and now?
// For chains of four, write {1,3}, and add a second pattern that has the document inside.
// Put the source id of the document into the first line; empty, it is the riskiest one.
// To see it drawn: RETURN chain
// -> documents STRING[], risk_now DOUBLE, risk_before DOUBLE, links RELATIONSHIP[]
WITH '' AS source_id
MATCH (d:Document) WHERE d.state = 'extracted' AND (source_id = '' OR d.source_id = source_id)
WITH d ORDER BY d.residual_risk DESC, d.risk DESC, d.source_id LIMIT 1
WITH COLLECT { MATCH chain = (d)-[:LINKED]-{1,2}(:Document) RETURN chain }
     + COLLECT { MATCH chain = (a:Document)-[:LINKED]-(d)-[:LINKED]-(b:Document) WHERE a.source_id < b.source_id
                 RETURN chain } AS chains
UNWIND chains AS chain
WITH chain,
     1.0 - reduce(left = 1.0, l IN relationships(chain) | left * (1.0 - l.hop_risk)) AS risk_now,
     1.0 - reduce(left = 1.0, l IN relationships(chain) |
         left * (1.0 - l.strength * (1.0 + (startNode(l).risk + endNode(l).risk) / 2.0) / 2.0)) AS risk_before
RETURN [d IN nodes(chain) | d.source_id] AS documents, risk_now, risk_before, relationships(chain) AS links
ORDER BY risk_now DESC, risk_before DESC
LIMIT 100
