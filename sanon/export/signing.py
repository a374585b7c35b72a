"""Signatures of manifests: Ed25519 (RFC 8032) by `cryptography`, 64 bytes in a file beside the manifest.

`openssl pkeyutl -verify -pubin -inkey PUB.pem -rawin -in manifest.json -sigfile manifest.json.sig` verifies them too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError, accessing

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_LARGEST_KEY = 65_536
_KIND = "an Ed25519 key in PEM, as `openssl genpkey -algorithm ed25519` makes it"


def read_signing_key(file: Path, passphrase: Callable[[], str]) -> Ed25519PrivateKey:
    """The private key of a file.

    Args:
        file: PEM.
        passphrase: asked only if the key has one.

    Raises:
        ConfigurationError: cannot be read, is no such key, or the passphrase is wrong.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    with accessing(file, "read"):
        raw = _pem(file)
    try:
        try:
            key = load_pem_private_key(raw, None)
        except TypeError:  # it is encrypted
            key = load_pem_private_key(raw, passphrase().encode())
    except ConfigurationError:
        raise
    except Exception as error:  # the library says what is wrong in a dozen ways, some with a piece of the file
        raise ConfigurationError(f"{file}: wrong passphrase, or not {_KIND}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ConfigurationError(f"{file}: not {_KIND}")
    return key


def read_verifying_key(file: Path) -> Ed25519PublicKey:
    """The public key of a file.

    Raises:
        ConfigurationError: cannot be read, or is no such key.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    if file.exists() and not file.is_file():  # nobody may write into a pipe, ever
        raise ConfigurationError(f"{file}: not a regular file")
    with accessing(file, "read"), suppress(ValueError):
        key = load_pem_public_key(_pem(file))
        if isinstance(key, Ed25519PublicKey):
            return key
    raise ConfigurationError(f"{file}: not the public part of {_KIND}: openssl pkey -pubout")


def _pem(file: Path) -> bytes:
    """What a file of a key holds; of a device that never ends more than any key."""
    with file.open("rb") as opened:
        return opened.read(_LARGEST_KEY)


def is_signed(content: bytes, signature: bytes, key: Ed25519PublicKey) -> bool:
    """Whether the key's owner signed these bytes."""
    from cryptography.exceptions import InvalidSignature

    try:
        key.verify(signature, content)
    except InvalidSignature:
        return False
    return True


def fingerprint(key: Ed25519PublicKey) -> str:
    """SHA-256 of the 32 bytes of the key."""
    return sha256(key.public_bytes_raw()).hexdigest()
