// Take out all links with their table, which the schema then makes anew.
DROP TABLE LINKED
