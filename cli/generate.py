"""sanon generate."""

from __future__ import annotations

from pathlib import Path

import click
from sanon.cli import options, printing, session
from sanon.cli.printing import counted, say

_SHOWN = 10


@click.command()
@click.argument("out", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--clusters",
    type=click.IntRange(1),
    default=50,
    show_default=True,
    help="How many hidden persons, each with four to six documents and four questions.",
)
@click.option(
    "--seed", type=int, default=7, show_default=True, help="Of what is drawn; the same seed gives the same bytes."
)
@click.option("--overwrite", is_flag=True, help="Replace an earlier generated folder at OUT.")
@options.output_format
def generate(
    out: Path,
    clusters: int,
    seed: int,
    overwrite: bool,
    output_format: str,
) -> None:
    """Make documents about hidden persons in OUT, with the truth about them.

    OUT/documents is what load reads and OUT/entities.jsonl what load --entities reads; clusters.jsonl says which
    documents belong to one person, questions.jsonl what can be asked, and what the answer is. All of it is invented.

    \b
    Examples:
      sanon generate testbench/
      sanon generate testbench/ --clusters 50 --seed 7
      sanon generate large/ --clusters 20000
    """
    from sanon.steps.generate import generate as generate_folder
    from sanon.testbench.grammar.generator import Grammar

    result = generate_folder(
        out, Grammar(seed), clusters=clusters, seed=seed, overwrite=overwrite, progress=session.show_progress
    )
    for failed in result.rejected[:_SHOWN]:
        say(f"rejected: {failed.cluster}: {failed.stage}: {failed.reason}", err=True)
    if len(result.rejected) > _SHOWN:
        say(f"… and {len(result.rejected) - _SHOWN} more; {out / 'rejected.jsonl'} lists all", err=True)
    if output_format == "json":
        printing.as_json(result.to_json())
        return
    risks = ", ".join(f"{count:,} {risk}" for risk, count in result.by_risk.items())
    printing.as_lines(
        [
            ("generated", f"{counted(result.clusters, 'cluster')} in {out} by {result.generator}, seed {seed}"),
            ("risk", risks),
            ("documents", f"{result.documents:,} in {counted(len(result.by_format), 'format')}"),
            ("entities", f"{counted(result.mentions, 'mention')}"),
            ("questions", f"{result.questions:,}"),
        ]
    )
