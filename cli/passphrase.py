"""The passphrase of a vault or a key: from a file, from the environment, or asked for."""

from __future__ import annotations

import os
import sys
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from sanon.cli.options import Option
from sanon.commands.command import Request
from sanon.errors import ConfigurationError


class _Locked(NamedTuple):
    """What a passphrase opens.

    Attributes:
        flag: names the file of the passphrase.
        variable: of the environment.
    """

    name: str
    flag: str
    variable: str


_VAULT = _Locked("vault", "--passphrase-file", "SANON_VAULT_PASSPHRASE")
_KEY = _Locked("key", "--sign-passphrase-file", "SANON_SIGN_PASSPHRASE")


#: Fields of requests that hold a passphrase, and what each opens.
_LOCKED = {"passphrase": _VAULT, "sign_passphrase": _KEY}


def options(request: type[Request]) -> list[Option]:
    """The options that name files of passphrases, for those that a request holds."""
    return [
        Option(
            [locked.flag],
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            help=f"File whose first line is the passphrase of the {locked.name}; else {locked.variable} from the "
            "environment, else asked for.",
        )
        for field, locked in _LOCKED.items()
        if field in request.model_fields
    ]


def fill_in(given: dict[str, Any], request: type[Request]) -> None:
    """Put the passphrases of the vault and of the key among the options that were given, in place of their files.

    That of a key is asked for when the key turns out to need one. A vault that a request may do without is made, with a
    new passphrase, if it is not there.

    Raises:
        ConfigurationError: a file is given and nothing to open, or there is no passphrase and nobody to ask.
    """
    file, key_file = given.pop("passphrase_file", None), given.pop("sign_passphrase_file", None)
    if file is not None and "vault" not in given:
        raise ConfigurationError(f"{_VAULT.flag} without --vault")
    if key_file is not None and "sign" not in given:
        raise ConfigurationError(f"{_KEY.flag} without --sign")
    if "vault" in given:
        new = not request.model_fields["vault"].is_required() and not given["vault"].exists()
        given["passphrase"] = _passphrase(file, new=new, of=_VAULT)
    if "sign" in given:
        given["sign_passphrase"] = partial(_passphrase, key_file, new=False, of=_KEY)


def _passphrase(file: Path | None, *, new: bool, of: _Locked) -> str:
    """The passphrase; one that is new is asked for twice.

    Raises:
        ConfigurationError: there is none, or it is no text.
    """
    if file is not None:
        found = file.read_text("utf-8", "surrogateescape").partition("\n")[0].rstrip("\r")
    elif of.variable in os.environ:
        found = os.environ[of.variable]
    elif sys.stdin.isatty():
        found = click.prompt(f"Passphrase of the {of.name}", hide_input=True, confirmation_prompt=new, err=True)
    else:
        raise ConfigurationError(f"the {of.name} needs a passphrase: {of.flag} FILE, or {of.variable}")
    if not found:
        raise ConfigurationError(f"the passphrase of the {of.name} is empty")
    try:
        found.encode()
    except UnicodeEncodeError as error:
        raise ConfigurationError(f"the passphrase of the {of.name} is not UTF-8 text") from error
    return str(found)
