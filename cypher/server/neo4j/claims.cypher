// Commands that hold the lock of the graph at this moment; see claim.cypher.
// -> database STRING, since STRING
SHOW TRANSACTIONS YIELD database, startTime, metaData
WHERE metaData.sanon = 'claim'
RETURN database, startTime AS since
