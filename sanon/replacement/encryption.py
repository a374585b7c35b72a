"""A sealed file: bytes under a passphrase, for nobody else.

scrypt (RFC 7914, N = 2^17, r = 8, p = 1: 128 MB and a third of a second a guess) makes the key from the passphrase,
AES-256-GCM seals and signs. The header names salt and nonce, says how long the rest is, and holds a check of the
passphrase, so that a wrong one, a file cut short and a damaged file are told apart.
"""

from __future__ import annotations

import hmac
import os
import struct
import zlib

from sanon.errors import ConfigurationError

_MAGIC = b"sanon-vault-1\n"
_SALT, _NONCE, _CHECK = 16, 12, 16
_HEADER = struct.Struct(f">{len(_MAGIC)}s{_SALT}s{_NONCE}s{_CHECK}sQ")
_N, _R, _P = 2**17, 8, 1


def seal(content: bytes, passphrase: str) -> bytes:
    """Seal bytes under a passphrase; twice the same content gives different files."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # 60 ms

    salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
    key, check = _derived(passphrase, salt)
    packed = zlib.compress(content)
    header = _HEADER.pack(_MAGIC, salt, nonce, check, len(packed) + 16)
    return header + AESGCM(key).encrypt(nonce, packed, header)


def unseal(sealed: bytes, passphrase: str, name: str) -> bytes:
    """Open what was sealed.

    Args:
        name: of the file, for messages.

    Raises:
        ConfigurationError: no vault, cut short, wrong passphrase, or changed; one line each.
    """
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if not sealed.startswith(_MAGIC[: len(sealed)]) or not sealed:
        raise ConfigurationError(f"{name}: not a vault of sAnon")
    if len(sealed) < _HEADER.size:
        raise ConfigurationError(f"{name}: cut short; take a whole copy of the vault")
    header, body = sealed[: _HEADER.size], sealed[_HEADER.size :]
    _, salt, nonce, expected, length = _HEADER.unpack(header)
    if len(body) < length:
        raise ConfigurationError(f"{name}: cut short; take a whole copy of the vault")
    key, check = _derived(passphrase, salt)
    if not hmac.compare_digest(check, expected):
        raise ConfigurationError(f"{name}: wrong passphrase")
    try:
        if len(body) > length:  # more than 2 GB the library meets with a panic
            raise InvalidTag
        return zlib.decompress(AESGCM(key).decrypt(nonce, body, header))
    except InvalidTag as error:
        raise ConfigurationError(f"{name}: damaged or changed since it was written; take another copy") from error


def _derived(passphrase: str, salt: bytes) -> tuple[bytes, bytes]:
    """Key, and what tells a wrong passphrase."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    both = Scrypt(salt=salt, length=32 + _CHECK, n=_N, r=_R, p=_P).derive(passphrase.encode())
    return both[:32], both[32:]
