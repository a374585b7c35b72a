// The databases of the server that this user sees, and whether each takes writes.
// -> name STRING, access STRING, writer BOOLEAN, status STRING
SHOW DATABASES YIELD name, access, writer, currentStatus
RETURN name, access, writer, currentStatus AS status
