// What carries the chain of the example's first cluster: docs/images/browser.png.
WITH ['c1-insurance-memo', 'c1-medical-record', 'c1-news-article', 'c1-claim-form', 'c1-patient-survey'] AS documents
MATCH (a:Document)-[ma:MENTIONS]->(e:Entity)<-[mb:MENTIONS]-(b:Document)
WHERE a.source_id IN documents AND b.source_id IN documents AND a.source_id < b.source_id
OPTIONAL MATCH (a)-[l:LINKED]-(b)
RETURN a, l, b, ma, e, mb, e.masked AS masked
LIMIT 300
