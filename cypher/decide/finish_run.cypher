// The command is done; what it leaves in the graph fits its parameters.
// $id: of the run
// $counts: JSON
MATCH (r:Run {id: $id})
SET r.counts = $counts
