// Which constraints there are, so that a command that only reads does not touch the schema.
// -> name STRING
SHOW CONSTRAINTS YIELD name
RETURN name
