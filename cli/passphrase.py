"""The passphrase of a vault: from a file, from the environment, or asked for."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from sanon.errors import ConfigurationError

VARIABLE = "SANON_VAULT_PASSPHRASE"

option = click.option(
    "--passphrase-file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help=f"File whose first line is the passphrase of the vault; else {VARIABLE} from the environment, else asked for.",
)


def passphrase(file: Path | None, *, new: bool) -> str:
    """The passphrase; one that is new is asked for twice.

    Raises:
        ConfigurationError: there is none, and nobody to ask.
    """
    if file is not None:
        told = file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    elif VARIABLE in os.environ:
        told = os.environ[VARIABLE]
    elif sys.stdin.isatty():
        told = click.prompt("Passphrase of the vault", hide_input=True, confirmation_prompt=new, err=True)
    else:
        raise ConfigurationError(f"the vault needs a passphrase: --passphrase-file FILE, or {VARIABLE}")
    if not told:
        raise ConfigurationError("the passphrase of the vault is empty")
    return str(told)
