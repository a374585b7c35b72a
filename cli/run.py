"""sanon run."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click
from sanon.cli import export, load, passphrase, printing, redact
from sanon.cli.command import command

from sanon.commands.command import Command, Request
from sanon.commands.protect import PROTECT
from sanon.commands.run import RUN, RunRequest
from sanon.errors import ConfigurationError
from sanon.results import ProtectResult, RunResult

_PIPE = Path("-")


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Run, with the passphrases that the options name; or protect one text on stdin."""
    passphrase.fill_in(given, new_vault=True)
    if _PIPE not in (given["docs"], given["out"]):
        return RUN
    if given["docs"] != given["out"]:
        raise ConfigurationError("- stands for stdin and stdout: name both, sanon run - -")
    del given["docs"], given["out"]
    strange = sorted(name for name in given if name in RunRequest.model_fields or name == "entities")
    if strange:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in strange)
        raise ConfigurationError(f"{names}: about files and a graph, and sanon run - - has none")
    given["texts"] = [TextIOWrapper(sys.stdin.buffer, "utf-8").read()]
    return PROTECT


@command(RUN, more=[passphrase.option, passphrase.key_option], choose=_chosen)
def run(result: RunResult | ProtectResult, request: Request) -> None:
    """Load DOCS, redact, and export to OUT, in one go.

    With - for both, one text on stdin is protected to stdout, and no graph is left behind.

    \b
    Examples:
      sanon run documents/ protected/
      sanon run letter.txt protected.txt
      sanon run documents/ protected/ --entities entities.jsonl
      sanon run cases.jsonl protected/ --profile legal --operator pseudonym
      sanon run - - < letter.txt
    """
    if isinstance(result, ProtectResult):
        for document in result.documents:
            click.echo(document.content, nl=False)
        return
    assert isinstance(request, RunRequest)  # noqa: S101 - the result is that of a run
    load.tell(result.load)
    redact.tell(result.redact)
    if result.export is None:
        printing.as_lines([*load.lines(result.load), *redact.lines(result.redact)])
        redact.tell_open(result.redact)
        return
    export.tell(result.export)
    printing.as_lines([*load.lines(result.load), *redact.lines(result.redact), *export.lines(result.export)])
    printing.next_step(
        f"sanon audit {request.out} judges it; sanon analyze --masked --show-values says why each value is masked"
    )
