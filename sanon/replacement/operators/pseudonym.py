"""The operator pseudonym."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError
from sanon.replacement.operators.base import Operator, Remains, Target

if TYPE_CHECKING:
    from sanon.replacement.surrogates import SurrogateCorpus

#: Hex digits of a mark at first, and of the longest; one more for each attempt.
_SHORTEST, _LONGEST = 6, 64


class Pseudonym(Operator):
    """The same mark for the same entity: Utku Karaarslan -> [NAME_1f3a9c].

    The mark is a keyed hash (HMAC-SHA256): without the key nobody can try out names, as with a bare hash. Six hex
    digits are 16.7 million marks: of 5,000 names two are likely to meet, of 100,000 hundreds; later ones show more.

    Raises:
        ConfigurationError: there is no key.
    """

    name = "pseudonym"
    summary = "the same token wherever the value stood; who sees it in two documents knows that they share a value"
    remains = Remains.LINK
    unique = True
    reads_values = False

    def __init__(self, key: bytes | None = None, corpus: SurrogateCorpus | None = None) -> None:
        super().__init__(key, corpus)
        if not key:
            raise ConfigurationError("the operator pseudonym needs the secret key of the corpus")
        self._secret = key

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[TYPE_<first hex digits>]`."""
        digits = hmac.digest(self._secret, target.id.encode(), "sha256").hex()[: min(_SHORTEST + attempt, _LONGEST)]
        return f"[{target.type}_{digits}]"
