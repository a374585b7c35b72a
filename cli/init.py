"""sanon init."""

from __future__ import annotations

import sys
from typing import Any

import click

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.command import Command
from sanon.commands.init import INIT, InitRequest
from sanon.replacement.operators import DEFAULT_OPERATOR, OPERATORS
from sanon.results import InitResult
from sanon.settings.templates import DEFAULT, PRESETS


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Init; what was not named is asked for on a terminal."""
    if "preset" not in given and sys.stdin.isatty():
        _ask(given)
    return INIT


@command(INIT, reads_files=False, choose=_chosen)
def init(result: InitResult, request: InitRequest) -> None:
    """Write a commented sanon.toml and policy.toml into FOLDER, the current one if none is named.

    Commands that run in that folder read both. What you name here is set in them; the rest stands there as a comment.

    \b
    Examples:
      sanon init
      sanon init --preset hipaa && sanon run documents/ protected/
      sanon init --preset court --chunk words=200
      sanon init --operator surrogate --theta-chain 0.4
    """
    printing.as_lines(
        [
            ("preset", f"{result.preset}: {PRESETS[result.preset]}"),
            ("profile", result.profile),
            *(("wrote", file) for file in result.files),
        ]
    )
    printing.next_step("sanon run DOCS OUT")


def _ask(given: dict[str, Any]) -> None:
    """Ask for the preset, and for how documents and values are treated."""
    say("What should the corpus be protected after?", err=True)
    for name, one in PRESETS.items():
        say(f"  {name:<8} {one}", err=True)
    given["preset"] = click.prompt("Preset", type=click.Choice(list(PRESETS)), default=DEFAULT, err=True)
    if "operators" not in given:
        operator = click.prompt(
            "What stands in place of a value", type=click.Choice(OPERATORS.names), default=DEFAULT_OPERATOR, err=True
        )
        if operator != DEFAULT_OPERATOR:
            given["operators"] = (operator,)
    if "chunk" not in given:
        words = click.prompt("Words of a passage of your search index (0: documents stay whole)", default=0, err=True)
        if words > 0:
            given["chunk"] = f"words={words}"
