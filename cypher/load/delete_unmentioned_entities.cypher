// Take out entities that no document mentions any more. A masked one stays: if its value comes back, so does the mask.
MATCH (e:Entity)
WHERE NOT (e)<-[:MENTIONS]-(:Document) AND NOT e.masked
DETACH DELETE e
