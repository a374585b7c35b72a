"""Chance that a key decides: the same key and words give the same draws, on every machine and version."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """A row of draws (HMAC-SHA256 of a counter); nobody without the key can repeat them.

    Args:
        key: secret of the corpus.
        what: what the draws are for.
    """

    def __init__(self, key: bytes, *what: str) -> None:
        self._key, self._seed, self._drawn = key, "\0".join(what).encode(), 0

    def below(self, number: int) -> int:
        """An integer in 0..number-1."""
        self._drawn += 1
        digest = hmac.digest(self._key, self._seed + b"\0" + str(self._drawn).encode(), "sha256")
        return int.from_bytes(digest[:8]) % number

    def pick(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.below(len(values))]
