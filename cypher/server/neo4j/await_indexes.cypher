// Wait until the indexes of new constraints answer.
CALL db.awaitIndexes(300)
