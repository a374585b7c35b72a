// Take out what a load in bulk was writing when it was interrupted.
MATCH (d:Document) WHERE d.state = 'loading'
DETACH DELETE d
