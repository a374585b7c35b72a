"""The operator pseudonym."""

from __future__ import annotations

import hmac

from sanon.errors import ConfigurationError
from sanon.replacement.operators.contract import Remains, Target

#: Hex digits of a mark at first, and of the longest; one more for each attempt.
_SHORTEST, _LONGEST = 6, 64


class Pseudonym:
    """The same mark for the same entity: Utku Karaarslan -> [NAME_1f3a9c].

    The mark is a keyed hash (HMAC-SHA256): without the key nobody can try out names, as with a bare hash. Six hex
    digits are 16.7 million marks: of 5,000 names two are likely to meet, of 100,000 hundreds; later ones show more.

    Args:
        key: secret of the corpus.
    """

    name = "pseudonym"
    remains = Remains.LINK
    unique = True

    def __init__(self, key: bytes | None) -> None:
        if not key:
            raise ConfigurationError("the operator pseudonym needs the secret key of the corpus")
        self._key = key

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[TYPE_<first hex digits>]`."""
        digits = hmac.digest(self._key, target.id.encode(), "sha256").hex()[: min(_SHORTEST + attempt, _LONGEST)]
        return f"[{target.type}_{digits}]"
