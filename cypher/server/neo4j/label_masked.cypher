// Give masked entities a second label, since Neo4j Browser colours nodes by label. It says nothing that e.masked does not.
MATCH (e:Entity) WHERE e.masked <> (e:Masked)
FOREACH (_ IN CASE WHEN e.masked THEN [1] ELSE [] END | SET e:Masked)
FOREACH (_ IN CASE WHEN e.masked THEN [] ELSE [1] END | REMOVE e:Masked)
