"""sanon restore."""

from __future__ import annotations

from typing import Any

import click

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.options import Option
from sanon.cli.piped import piped_text
from sanon.commands.command import Command, Request
from sanon.commands.restore import RESTORE, RESTORE_TEXT
from sanon.errors import ConfigurationError
from sanon.results import RestoredText, RestoreResult
from sanon.text.counting import counted


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Restore an export, or a text on stdin."""
    as_text = given.pop("as_text", False)
    if as_text == bool({"out", "back"} & given.keys()) or ("out" in given) != ("back" in given):
        raise ConfigurationError("name OUT and BACK, or --text and a text on stdin")
    if not as_text:
        return RESTORE
    given["text"] = piped_text()
    return RESTORE_TEXT


@command(
    RESTORE,
    more=[
        Option(
            ["--text", "as_text"],
            is_flag=True,
            default=None,
            help="Restore a text on stdin, such as a model's answer, to stdout.",
        ),
    ],
    optional=["out", "back"],
    reads_files=False,
    choose=_chosen,
)
def restore(result: RestoreResult | RestoredText, request: Request) -> None:
    """Give back the originals of the export OUT in the folder BACK, by its vault.

    Whatever an export replaced comes back, also in exports of later runs; documents must be as they were exported. With
    --text, pseudonyms and surrogates in a text become what they stand for; labels say nothing and stay.

    \b
    Examples:
      sanon restore protected/ originals/ --vault corpus.vault
      sanon restore --text --vault corpus.vault < answer.txt
    """
    if isinstance(result, RestoredText):
        click.echo(result.text, nl=False)
        return
    where = f"{counted(result.documents, 'document')} in {counted(result.files, 'file')} to {result.back}"
    printing.as_lines([("restored", where)])
