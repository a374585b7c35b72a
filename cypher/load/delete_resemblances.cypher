// Forget which documents resemble which background texts.
MATCH (:Document)-[r:RESEMBLES]->(:Background)
DELETE r
