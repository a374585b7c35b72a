// Which indexes there are, those of constraints among them, so that a command that only reads does not touch the schema.
// -> name STRING
SHOW INDEXES YIELD name
RETURN name
