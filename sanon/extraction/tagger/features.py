"""Words of a text and what is known of each beside its letters, for the tagger."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from functools import lru_cache
from itertools import chain
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.span import Span
from sanon.text import lexicons

TOKEN = re.compile(r"[^\W\d_]+|\d+|\n[\s]*|[^\w\s]|_")
BUCKETS = 1024  # of hashed beginnings and ends of words
_MARKS = ".,:;()[]\"'“”’‘«»-–—/@#|&"

SHAPES = 20 + len(_MARKS)
FLAGS = 11

Numbers = NDArray[np.int64]
Floats = NDArray[np.float32]


def _shape(word: str) -> int:
    """How a word looks: small, capitalised, capitals, one capital, mixed, figures by their number, which mark."""
    if word.isalpha():
        if not (word.islower() or word.isupper() or word[0].isupper() or any(c.isupper() for c in word)):
            return 1  # a script without capitals
        if word.islower():
            return 2 if len(word) > 1 else 3
        if len(word) == 1:
            return 4
        if word.isupper():
            return 5 if len(word) > 3 else 6
        if word[1:].islower():
            return 7 if len(word) > 3 else 8
        return 9 if word[0].isupper() else 10
    if word.isdigit():
        return 10 + min(5, len(word))
    if word[0] == "\n":
        return 16 if word.count("\n") == 1 else 17
    return 20 + _MARKS.index(word) if word in _MARKS else 18


@lru_cache(maxsize=32768)
def _attributes(word: str) -> tuple[int, int, int, int]:
    """Shape, hashed beginning, hashed end, and one bit for each list that holds the word."""
    key = lexicons.fold(word)
    lists = (
        (key in lexicons.given_names())
        | (key in lexicons.surnames()) << 1
        | (key in lexicons.places()) << 2
        | (key in lexicons.regions()) << 3
        | (key in lexicons.words("nationalities")) << 4
        | (key in lexicons.words("occupations")) << 5
        | (key in lexicons.common_words()) << 6
    )
    return _shape(word), _bucket("<" + key[:3]), _bucket(key[-3:] + ">"), lists


def _bucket(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass")) % BUCKETS


class Tokens:
    """Words, figures, marks and line breaks of a text, with their offsets and features.

    Attributes:
        words: as written, at most 64 characters of each.
        starts, ends: offsets in the text, end excluded.
        shapes, beginnings, endings: a number for each word (below SHAPES, BUCKETS, BUCKETS).
        flags: words x FLAGS, 0 or 1: in which lists it is, also written small, repeated, begins a line, after a blank.
    """

    def __init__(self, text: str) -> None:
        found = [match.span() for match in TOKEN.finditer(text)]
        self.words = [text[start : min(end, start + 64)] for start, end in found]
        self._starts = [start for start, _ in found]
        self._ends = [end for _, end in found]
        self.starts = np.array(self._starts, dtype=np.int64)
        self.ends = np.array(self._ends, dtype=np.int64)
        each = chain.from_iterable(map(_attributes, self.words))
        attributes = np.fromiter(each, dtype=np.int64, count=4 * len(found)).reshape(-1, 4)
        self.shapes: Numbers = attributes[:, 0]
        self.beginnings: Numbers = attributes[:, 1]
        self.endings: Numbers = attributes[:, 2]
        self.flags: Floats = np.zeros((len(found), FLAGS), dtype=np.float32)
        self.flags[:, :7] = attributes[:, 3:] >> np.arange(7) & 1
        counts = Counter(self.words)
        for at, word in enumerate(self.words):
            if word[0].isupper():
                self.flags[at, 7] = word.lower() in counts
                self.flags[at, 8] = counts[word] > 1
        if len(found):
            self.flags[0, 9:] = 1.0
            self.flags[1:, 9] = [word[0] == "\n" for word in self.words[:-1]]
            self.flags[1:, 10] = self.starts[1:] > self.ends[:-1]

    def __len__(self) -> int:
        return len(self.words)

    def range_of(self, span: Span) -> tuple[int, int]:
        """First token of a span, and the one after its last."""
        first = bisect_right(self._ends, span.start)
        return first, max(first + 1, bisect_left(self._starts, span.end))
