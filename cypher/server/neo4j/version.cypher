// What answers at this address.
// -> name STRING, version STRING
CALL dbms.components() YIELD name, versions
RETURN name, versions[0] AS version
