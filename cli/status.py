"""sanon status."""

from __future__ import annotations

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.status import STATUS, StatusRequest
from sanon.results import StatusResult


@command(STATUS)
def status(result: StatusResult, request: StatusRequest) -> None:
    """Show what the graph holds, what is pending, and what ran last.

    \b
    Examples:
      sanon status
      sanon status --format json
    """
    counts = result.counts
    printing.as_lines(
        [
            ("graph", result.graph),
            ("documents", f"{counts.documents:,}, of which {counts.pending:,} pending"),
            ("values", f"{counts.entities:,} that may identify somebody, of which {counts.masked:,} masked"),
            ("mentions", f"{counts.mentions:,}"),
            ("links", f"{counts.links:,}"),
            *(
                ("run", f"{run.started_at:%Y-%m-%dT%H:%M:%S}  {run.command}{'' if run.finished else '  (interrupted)'}")
                for run in result.runs
            ),
            ("export", _export(result)),
        ]
    )
    for source_id in result.pending:
        say(f"pending:  {source_id}", err=True)


def _export(result: StatusResult) -> str:
    if result.exported_at:
        return f"up to date: written {result.exported_at:%Y-%m-%dT%H:%M:%S} to {result.exported_to}"
    if not result.exportable:
        return "not ready: sanon redact first"
    return f"ready: sanon export OUT{' --rename, since ids or file names hold masked values' * result.needs_rename}"
