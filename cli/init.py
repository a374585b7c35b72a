"""sanon init."""

from __future__ import annotations

import sys
from pathlib import Path

import click
from sanon.cli import options, printing
from sanon.cli.printing import say
from sanon.cli.told import Told, told

from sanon.commands.init import init as write_files
from sanon.corpus.chunks import Cut
from sanon.replacement.operators import DEFAULT_OPERATOR, OPERATORS
from sanon.settings.masking import EVERY_TYPE
from sanon.settings.preset import DEFAULT, PRESETS


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), default=Path())
@click.option(
    "--preset",
    type=click.Choice(list(PRESETS)),
    help=f"Rule to begin with. {'; '.join(f'{name}: {preset}' for name, preset in PRESETS.items())}. Without it "
    f"you are asked, or on no terminal {DEFAULT} is taken.",
)
@click.option("--overwrite", is_flag=True, help="Replace files of an earlier init.")
@options.operating
@options.chunk
@options.date_order
@options.policy
@options.graph
@options.output_format
@told
def init(told: Told, folder: Path, preset: str | None, overwrite: bool, output_format: str) -> None:
    """Write a commented sanon.toml and policy.toml into FOLDER, the current one if none is named.

    Commands that run in that folder read both. What you name here is set in them; the rest stands there as a comment.

    \b
    Examples:
      sanon init
      sanon init --preset hipaa && sanon run documents/ protected/
      sanon init --preset court --chunk words=200
      sanon init --operator surrogate --theta-chain 0.4
    """
    # What the environment says of this session does not belong into a file.
    chosen = {name: told.entries[name] for name in told.asked}
    if preset is None and sys.stdin.isatty():
        preset, chosen = _asked(chosen)
    result = write_files(folder, preset or DEFAULT, chosen, overwrite=overwrite)
    printing.next_step("sanon run DOCS OUT")
    if output_format == "json":
        printing.as_json(result.to_json())
        return
    printing.as_lines(
        [
            ("preset", f"{result.preset}: {PRESETS[result.preset]}"),
            ("profile", result.profile),
            *(("wrote", file) for file in result.files),
        ]
    )


def _asked(chosen: dict[str, object]) -> tuple[str, dict[str, object]]:
    """Ask for what was not said: the preset and how documents and values are treated."""
    say("What should the corpus be protected after?", err=True)
    for name, one in PRESETS.items():
        say(f"  {name:<8} {one}", err=True)
    preset = click.prompt("Preset", type=click.Choice(list(PRESETS)), default=DEFAULT, err=True)
    if "operators" not in chosen:
        operator = click.prompt(
            "What stands in place of a value", type=click.Choice(OPERATORS.names), default=DEFAULT_OPERATOR, err=True
        )
        if operator != DEFAULT_OPERATOR:
            chosen["operators"] = {EVERY_TYPE: operator}
    if "chunk" not in chosen:
        words = click.prompt("Words of a passage of your search index (0: documents stay whole)", default=0, err=True)
        if words > 0:
            chosen["chunk"] = str(Cut(words))
    return str(preset), chosen
