"""Parts of requests that have to do with keys: passphrases, signatures, records beside an export."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from pydantic import Field, SecretStr

from sanon.audit.record import refuse_no_export
from sanon.commands.command import Request, Terminal
from sanon.errors import ConfigurationError
from sanon.export.signing import read_signing_key

#: A passphrase, or what asks for it when it is needed.
Passphrase = SecretStr | Callable[[], str]


class Signed(Request):
    """What is written may be signed."""

    sign: Path | None = Field(
        default=None,
        description="Ed25519 key (PEM) with which to sign what is written about the export, for sanon audit "
        "--verify-key.",
    )
    sign_passphrase: Annotated[Passphrase | None, Terminal(python_only=True)] = Field(
        default=None, description="Passphrase of that key, if it has one.", exclude=True
    )

    def signature(self) -> Callable[[bytes], bytes] | None:
        """What signs; None if nothing is to be signed.

        Raises:
            ConfigurationError: the key cannot be used, or a passphrase is given and no key.
        """
        if self.sign is None:
            if self.sign_passphrase is not None:
                raise ConfigurationError("there is a passphrase for a key, and no key: name it with sign")
            return None
        return read_signing_key(self.sign, lambda: text_of(self.sign_passphrase) or "").sign


def text_of(passphrase: Passphrase | None) -> str | None:
    """The text of a passphrase; asks for it if it must."""
    if passphrase is None or callable(passphrase):
        return passphrase() if passphrase else None
    return passphrase.get_secret_value()


class Recordable(Signed):
    """What is found out about an export may be kept beside it."""

    record: bool = Field(default=False, description="Keep the numbers beside the documents of OUT.")

    def recorder(self, out: Path) -> Callable[[bytes], bytes] | None:
        """What signs the record, before a long look whose result could not be kept.

        Raises:
            ConfigurationError: nothing is recorded and something is to be signed, or `out` is no export.
        """
        if self.sign is not None and not self.record:
            raise ConfigurationError("--sign without --record: there is nothing to sign")
        if self.record:
            refuse_no_export(out)
        return self.signature()
