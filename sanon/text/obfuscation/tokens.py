"""The words of a decoded text, and where they stand with and without what is between them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

TOKEN = re.compile(r"[^\W_]+")
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Words and numbers.

    Attributes:
        words: in the order of the text.
        squashed: the words without anything between them.
        begins: where each word begins in `squashed`, and the end.
        shift: characters of the text between the words before each.
    """

    words: Sequence[str]
    squashed: str
    begins: Sequence[int]
    shift: Sequence[int]

    @classmethod
    def of(cls, text: str) -> Tokens:
        """Take a text apart."""
        words = TOKEN.findall(text)
        is_first = TOKEN.match(text) is not None
        shift = list(accumulate(map(len, ("", *_BETWEEN.findall(text))[not is_first :])))
        return cls(words, "".join(words), [0, *accumulate(map(len, words))], shift)

    def at(self, index: int) -> int:
        """The number of the word that a character of `squashed` belongs to."""
        return bisect_right(self.begins, index) - 1

    def start(self, number: int) -> int:
        """Where a word begins in the text."""
        return self.begins[number] + self.shift[number]

    def end(self, number: int) -> int:
        """Where a word ends in the text."""
        return self.begins[number + 1] + self.shift[number]
