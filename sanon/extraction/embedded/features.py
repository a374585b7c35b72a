"""Tokens of a text and their hashed features, for the tagger."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.embedded.spans import Span
from sanon.text import lexicons

BITS = 18
TOKEN = re.compile(r"[^\W\d_]+|\d+|\n[\s]*|[^\w\s]|_")

Columns = NDArray[np.uint64]

# Attributes of a token; each template below names some of them with their offsets.
_WORD, _SHAPE, _PREFIX, _SUFFIX, _LISTS, _RULE, _HEADING, _REPEATED, _LONGSUFFIX = range(9)
_TEMPLATES: tuple[tuple[tuple[int, int], ...], ...] = (
    *(((_WORD, offset),) for offset in range(-4, 5)),
    *(((_SHAPE, offset),) for offset in (-2, -1, 0, 1, 2)),
    *(((_SUFFIX, offset),) for offset in (-1, 0, 1)),
    ((_LONGSUFFIX, 0),),
    ((_PREFIX, 0),),
    *(((_LISTS, offset),) for offset in (-2, -1, 0, 1, 2)),
    *(((_RULE, offset),) for offset in (-2, -1, 0, 1, 2)),
    ((_REPEATED, 0),),
    ((_HEADING, 0),),
    ((_RULE, 0), (_HEADING, 0)),
    ((_RULE, 0), (_WORD, 0)),
    ((_RULE, 0), (_WORD, -1)),
    ((_RULE, 0), (_WORD, 1)),
    ((_RULE, 0), (_WORD, -2)),
    ((_RULE, -1), (_RULE, 0), (_RULE, 1)),
    ((_WORD, -1), (_WORD, 0)),
    ((_WORD, 0), (_WORD, 1)),
    ((_WORD, -2), (_WORD, -1)),
    ((_WORD, 1), (_WORD, 2)),
    ((_SHAPE, -1), (_SHAPE, 0), (_SHAPE, 1)),
    ((_SHAPE, 0), (_WORD, -1)),
    ((_SHAPE, 0), (_WORD, 1)),
    ((_LISTS, -1), (_LISTS, 0), (_LISTS, 1)),
    ((_LISTS, 0), (_RULE, 0), (_REPEATED, 0)),
)
FEATURES = len(_TEMPLATES) + 1  # and the bias


def _hash(text: str) -> int:
    return crc32(text.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=32768)
def _attributes(word: str) -> tuple[int, int, int, int, int, int]:
    lower = word.lower()
    if word.isdigit():
        lower = word if len(word) <= 2 else f"#{len(word)}"
    shape = "".join(
        "X" if c.isupper() else "x" if c.islower() else "d" if c.isdigit() else "\n" if c.isspace() else c
        for c in word[:24]
    )
    short = re.sub(r"(.)\1+", r"\1+", shape) + ("1" if len(word) == 1 else "")
    key = lexicons.fold(word)
    lists = (
        (key in lexicons.given_names())
        | (key in lexicons.surnames()) << 1
        | (key in lexicons.places()) << 2
        | (key in lexicons.regions()) << 3
        | (key in lexicons.words("nationalities")) << 4
        | (key in lexicons.words("occupations")) << 5
        | (key in lexicons.common_words()) << 6
        | word[0].isupper() << 7
    )
    return _hash(lower), _hash(short), _hash(lower[:3]), _hash(lower[-3:]), int(lists) + 1, _hash("l" + lower[-5:])


class Tokens:
    """Tokens of a text with offsets and attribute columns."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        found = [(match.group(), match.start(), match.end()) for match in TOKEN.finditer(text)]
        self.words = [word[:64] for word, _, _ in found]
        self.starts = np.array([start for _, start, _ in found], dtype=np.int64)
        self.ends = np.array([end for _, _, end in found], dtype=np.int64)
        count = len(found)
        self.columns = np.zeros((9, count), dtype=np.uint64)
        if not count:
            return
        attributes = np.array([_attributes(word) for word in self.words], dtype=np.uint64)
        for row, column in ((_WORD, 0), (_SHAPE, 1), (_PREFIX, 2), (_SUFFIX, 3), (_LISTS, 4), (_LONGSUFFIX, 5)):
            self.columns[row] = attributes[:, column]
        self.columns[_RULE] = self._rules(spans)
        self.columns[_HEADING] = self._headings()
        self.columns[_REPEATED] = self._repetition()

    def __len__(self) -> int:
        return len(self.words)

    def range_of(self, span: Span) -> tuple[int, int]:
        """First token of a span, and the one after its last."""
        first = int(np.searchsorted(self.ends, span.start, side="right"))
        return first, max(first + 1, int(np.searchsorted(self.starts, span.end, side="left")))

    def _rules(self, spans: Sequence[Span]) -> Columns:
        rules = np.zeros(len(self.words), dtype=np.uint64)
        for span in spans:
            first, after = self.range_of(span)
            kind = _hash(f"{span.kind} {round(span.relevance, 1)}")
            rules[first:after] = kind
            rules[first : first + 1] = kind ^ 1
        return rules

    def _headings(self) -> Columns:
        """The last short line in capitals: what section a token stands in."""
        column = np.zeros(len(self.words), dtype=np.uint64)
        breaks = [-1, *[at for at, word in enumerate(self.words) if word[0] == "\n"], len(self.words)]
        current = _hash("start")
        for before, after in pairwise(breaks):
            line = self.words[before + 1 : after]
            letters = [word for word in line if word.isalpha()]
            if letters and len(line) <= 14 and sum(word.isupper() for word in letters) * 2 > len(letters):
                current = _hash(" ".join(word for word in letters if len(word) > 3)[:60])
            column[before + 1 : after] = current
        return column

    def _repetition(self) -> Columns:
        """How often a capitalised word stands in the text, and whether it is also written small."""
        counts = Counter(self.words)
        column = np.empty(len(self.words), dtype=np.uint64)
        for at, word in enumerate(self.words):
            if word[0].isupper():
                column[at] = 1 + min(3, counts[word].bit_length()) + 8 * (counts[word.lower()] > 0)
            else:
                column[at] = 0
        return column

    def features(self, first: int, after: int) -> NDArray[np.int32]:
        """Feature numbers below 2**BITS, one row per token from `first` to `after`."""
        margin = 4
        count = after - first
        padded = np.zeros((9, count + 2 * margin), dtype=np.uint64)
        low, high = max(0, first - margin), min(len(self.words), after + margin)
        padded[:, low - first + margin : high - first + margin] = self.columns[:, low:high]
        result = np.empty((count, FEATURES), dtype=np.int32)
        for number, template in enumerate(_TEMPLATES):
            mixed = np.full(count, (number + 1) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF, dtype=np.uint64)
            for attribute, offset in template:
                mixed = (mixed ^ padded[attribute, margin + offset : margin + offset + count]) * np.uint64(
                    0xBF58476D1CE4E5B9
                )
                mixed ^= mixed >> np.uint64(29)
            result[:, number] = ((mixed * np.uint64(0x94D049BB133111EB)) >> np.uint64(64 - BITS)).astype(np.int32)
        result[:, FEATURES - 1] = 0
        return result
