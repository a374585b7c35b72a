// A command that writes begins. Its counts stay empty until it is done, so that an interrupted one is seen.
// $id: of the run
// $started_at: ISO 8601, UTC
// $command: name
// $parameters: JSON
// $sanon_version: version
MERGE (r:Run {id: $id})
SET r.started_at = $started_at, r.command = $command, r.parameters = $parameters, r.sanon_version = $sanon_version,
    r.counts = ''
