"""The passphrase of a vault or a key: from a file, from the environment, or asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from sanon.errors import ConfigurationError

Command = TypeVar("Command", bound=Callable[..., Any])


class Locked(NamedTuple):
    """What a passphrase opens.

    Attributes:
        name: for messages.
        option: names the file of the passphrase.
        variable: of the environment.
    """

    name: str
    option: str
    variable: str


VAULT = Locked("vault", "--passphrase-file", "SANON_VAULT_PASSPHRASE")
KEY = Locked("key", "--sign-passphrase-file", "SANON_SIGN_PASSPHRASE")


def _option(locked: Locked) -> Callable[[Command], Command]:
    return click.option(
        locked.option,
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help=f"File whose first line is the passphrase of the {locked.name}; else {locked.variable} from the "
        "environment, else asked for.",
    )


option = _option(VAULT)
key_option = _option(KEY)


def passphrase(file: Path | None, *, new: bool, of: Locked = VAULT) -> str:
    """The passphrase; one that is new is asked for twice.

    Raises:
        ConfigurationError: there is none, and nobody to ask.
    """
    if file is not None:
        told = file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    elif of.variable in os.environ:
        told = os.environ[of.variable]
    elif sys.stdin.isatty():
        told = click.prompt(f"Passphrase of the {of.name}", hide_input=True, confirmation_prompt=new, err=True)
    else:
        raise ConfigurationError(f"the {of.name} needs a passphrase: {of.option} FILE, or {of.variable}")
    if not told:
        raise ConfigurationError(f"the passphrase of the {of.name} is empty")
    return str(told)
