// Forget all links, before they are derived anew.
MATCH (:Document)-[l:LINKED]->(:Document)
DELETE l
