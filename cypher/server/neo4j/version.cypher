// What answers at this address.
// -> name STRING, version STRING, edition STRING
CALL dbms.components() YIELD name, versions, edition
RETURN name, versions[0] AS version, edition
