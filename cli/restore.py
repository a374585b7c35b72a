"""sanon restore."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path

import click
from sanon.cli import options, passphrase, printing
from sanon.cli.printing import counted

from sanon.errors import ConfigurationError
from sanon.replacement.vault import read_vault


@click.command()
@click.argument("out", type=click.Path(path_type=Path), required=False)
@click.argument("back", type=click.Path(path_type=Path), required=False)
@click.option(
    "--vault",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    help="The vault that `sanon export --vault` wrote.",
)
@click.option("--text", "as_text", is_flag=True, help="Restore a text on stdin, such as a model's answer, to stdout.")
@passphrase.option
@options.output_format
def restore(
    out: Path | None,
    back: Path | None,
    vault: Path,
    as_text: bool,
    passphrase_file: Path | None,
    output_format: str,
) -> None:
    """Give back the originals of the export OUT in the folder BACK, by its vault.

    Whatever an export replaced comes back, also in exports of later runs; documents must be as they were exported. With
    --text, pseudonyms and surrogates in a text become what they stand for; labels say nothing and stay.

    \b
    Examples:
      sanon restore protected/ originals/ --vault corpus.vault
      sanon restore --text --vault corpus.vault < answer.txt
    """
    if as_text == (out is not None or back is not None) or (out is None) != (back is None):
        raise ConfigurationError("name OUT and BACK, or --text and a text on stdin")
    opened = read_vault(vault, passphrase.passphrase(passphrase_file, new=False))
    if out is None or back is None:
        click.echo(opened.restored(TextIOWrapper(sys.stdin.buffer, "utf-8").read()), nl=False)
        return
    from sanon.commands.restore import restore as restore_export

    restored = restore_export(out, back, opened)
    if output_format == "json":
        printing.as_json(restored.to_json())
    else:
        printing.as_lines(
            [("restored", f"{counted(restored.documents, 'document')} in {counted(restored.files, 'file')} to {back}")]
        )
