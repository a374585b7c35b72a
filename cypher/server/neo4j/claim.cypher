// Lock the graph for one writing command. The transaction is never committed: the node is seen by nobody, the lock on its
// id by everybody, and the server lets it go with the connection, however the command ends.
MERGE (:Corpus {id: 'claim'})
