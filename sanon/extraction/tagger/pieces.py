"""Words cut into pieces of a fixed vocabulary (WordPiece, Schuster and Nakajima 2012), as the tagger reads them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

UNKNOWN, BEGIN, END, BREAK = "[UNK]", "[CLS]", "[SEP]", "[PAD]"
_MOST = 8  # pieces of one word: what is longer is no word
_LONGEST = 40  # characters of one word


class Pieces:
    """A vocabulary and how words are cut by it: the longest piece that fits, again and again.

    Args:
        vocabulary: the pieces in the order of their numbers; pieces inside a word begin with "##".
    """

    def __init__(self, vocabulary: list[str]) -> None:
        self._number = {piece: number for number, piece in enumerate(vocabulary)}
        self._longest = max(map(len, vocabulary))
        self.unknown = self._number[UNKNOWN]
        self.begin = self._number[BEGIN]
        self.end = self._number[END]
        self.line_break = self._number[BREAK]
        self.of = lru_cache(maxsize=32768)(self._cut)

    def _cut(self, word: str) -> tuple[int, ...]:
        """Numbers of the pieces of a word, without regard to case and accents; at least one."""
        if word[0] == "\n":
            return (self.line_break,)
        plain = word[:_LONGEST].lower()
        if not plain.isascii():
            plain = unicodedata.normalize("NFD", plain)
            plain = "".join(c for c in plain if unicodedata.category(c) != "Mn")
        found: list[int] = []
        start = 0
        while start < len(plain):
            end = min(len(plain), start + self._longest)
            while end > start:
                number = self._number.get(("##" if start else "") + plain[start:end])
                if number is not None:
                    break
                end -= 1
            else:
                return (self.unknown,)
            found.append(number)
            start = end
        return tuple(found[:_MOST]) or (self.unknown,)
