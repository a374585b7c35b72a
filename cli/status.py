"""sanon status."""

from __future__ import annotations

import click
from sanon.cli import options, printing
from sanon.cli.printing import say
from sanon.cli.told import Told, told

from sanon.commands.status import status as status_of
from sanon.graph.open import open_existing


@click.command()
@options.graph
@options.config
@options.output_format
@told
def status(told: Told, output_format: str) -> None:
    """Show what the graph holds, what is pending, and what ran last.

    \b
    Examples:
      sanon status
      sanon status --format json
    """
    with open_existing(told.graph) as store:
        current = status_of(store)
    if output_format == "json":
        printing.as_json(current.to_json())
        return
    counts = current.counts
    printing.as_lines(
        [
            ("graph", current.graph),
            ("documents", f"{counts.documents:,}, of which {counts.pending:,} pending"),
            ("entities", f"{counts.entities:,}, of which {counts.masked:,} masked"),
            ("mentions", f"{counts.mentions:,}"),
            ("links", f"{counts.links:,}"),
            *(
                ("run", f"{run.started_at:%Y-%m-%dT%H:%M:%S}  {run.command}{'' if run.finished else '  (interrupted)'}")
                for run in current.runs
            ),
            ("export", "ready: sanon export OUT" if current.exportable else "not ready: sanon redact first"),
        ]
    )
    for source_id in current.pending:
        say(f"pending:  {source_id}", err=True)
