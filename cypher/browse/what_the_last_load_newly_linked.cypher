// Which links do the documents of the last load have? How strong they are before any mask and now, and to what they lead.
// Put the id of another load into the first line; empty, it is the last one.
// To see it drawn: RETURN d, l, o
// -> document STRING, linked STRING, strength_now DOUBLE, strength_before DOUBLE, loaded_at STRING, l RELATIONSHIP, r NODE
WITH '' AS run_id
MATCH (r:Run) WHERE r.command = 'load' AND (run_id = '' OR r.id = run_id)
WITH r ORDER BY r.started_at DESC LIMIT 1
MATCH (d:Document)-[l:LINKED]-(o:Document) WHERE d.loaded_by = r.id AND (o.loaded_by <> r.id OR d.source_id < o.source_id)
RETURN d.source_id AS document, o.source_id AS linked, l.residual_strength AS strength_now,
       l.strength AS strength_before, r.started_at AS loaded_at, l, r
ORDER BY strength_now DESC, strength_before DESC, document, linked
LIMIT 300
