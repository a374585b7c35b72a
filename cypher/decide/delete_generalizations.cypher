// Forget what coarser values stand for; they are written anew by each redact.
MATCH (:Entity)-[g:GENERALIZES_TO]->(:Entity)
DELETE g
