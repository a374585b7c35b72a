"""Reading: files in, documents out, and a record of every file that could not be read."""
