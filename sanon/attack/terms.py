"""Words, pairs of words and pieces of words, counted; hashed in arrays, since an attack reads gigabytes.

A hash of a piece of text is the difference of two prefix sums of Σ code·pⁱ (mod 2⁶⁴), moved to the origin by the
inverse of pⁱ: a Rabin fingerprint (Karp and Rabin 1987), of all pieces at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

#: Stands in a protected text where a mask stood: no word, and no pair of words goes over it.
MASK = "\ufffc"

#: Columns of all counts: of 200,000 different terms one of 170 shares its column.
COLUMNS = 1 << 25

WORD = re.compile(r"\w\w+")
"""A word of two characters or more, as most search software has it."""

_BASE = np.uint64(0x9E3779B97F4A7C15)
_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
_MIX = np.uint64(0xD6E8FEB86659FD93)
_SECOND = np.uint64(0xA0761D6478BD642F)
_SHIFT = np.uint64(64 - 25)
_BLANK, _MASK = np.uint32(ord(" ")), np.uint32(ord(MASK))

Hashes = NDArray[np.uint64]


class _Codes(NamedTuple):
    """Characters of some texts, one after the other.

    Attributes:
        code: of each character, lower case; what belongs to no word is a blank, a mask is itself; (C,).
        text: which text it is in; (C,).
        prefix: Σ code·pⁱ of those before it; (C + 1,).
        back: p⁻ⁱ; (C + 1,).
    """

    code: NDArray[np.uint32]
    text: NDArray[np.int32]
    prefix: Hashes
    back: Hashes

    def hashes(self, start: NDArray[np.int64], end: NDArray[np.int64]) -> Hashes:
        """Of the pieces from start to end."""
        found: Hashes = (self.prefix[end] - self.prefix[start]) * self.back[start]
        return found


def word_counts(texts: Sequence[str]) -> csr_matrix:
    """How often each word stands in each text; (texts, COLUMNS)."""
    codes = _codes(texts)
    start, end, _ = _words(codes)
    return _counts(codes.text[start], codes.hashes(start, end), len(texts))


def word_and_pair_counts(texts: Sequence[str]) -> csr_matrix:
    """The same, and of each two words that follow each other with no mask between; (texts, COLUMNS)."""
    codes = _codes(texts)
    start, end, masks_before = _words(codes)
    words, owner = codes.hashes(start, end), codes.text[start]
    adjacent = (owner[1:] == owner[:-1]) & (masks_before[1:] == masks_before[:-1])
    pairs = (words[:-1] * _SECOND + words[1:])[adjacent]
    return _counts(np.concatenate([owner, owner[:-1][adjacent]]), np.concatenate([words, pairs * _MIX]), len(texts))


def piece_counts(texts: Sequence[str], sizes: Sequence[int] = (3, 4, 5)) -> csr_matrix:
    """How often each run of characters inside a word stands there, the blanks around it counted; (texts, COLUMNS)."""
    codes = _codes(texts)
    blank = (codes.code == _BLANK) | (codes.code == _MASK)
    keep = ~blank | np.concatenate([[True], ~blank[:-1]])  # one blank of several
    codes = _summed(np.where(blank, _BLANK, codes.code)[keep], codes.text[keep])
    letters = np.concatenate([[0], np.cumsum(codes.code != _BLANK)])
    owners, found = [], []
    for size in sizes:
        first = np.arange(max(len(codes.code) - size + 1, 0))
        inside = letters[first + size - 1] - letters[first + 1] == size - 2
        first = first[inside & (codes.text[first] == codes.text[first + size - 1])]
        owners.append(codes.text[first])
        found.append(codes.hashes(first, first + size) + np.uint64(size))
    return _counts(np.concatenate(owners), np.concatenate(found), len(texts))


def _codes(texts: Sequence[str]) -> _Codes:
    folded = [f" {text.lower()} " for text in texts]
    joined = np.frombuffer("".join(folded).encode("utf-32-le", "replace"), np.uint32)
    text = np.repeat(np.arange(len(texts), dtype=np.int32), [len(one) for one in folded])
    return _summed(np.where(_in_word(joined) | (joined == _MASK), joined, _BLANK), text)


def _summed(code: NDArray[np.uint32], text: NDArray[np.int32]) -> _Codes:
    powers = np.full(len(code) + 1, _BASE)
    back = np.full(len(code) + 1, _INVERSE)
    powers[0] = back[0] = 1
    np.multiply.accumulate(powers, out=powers)
    np.multiply.accumulate(back, out=back)
    prefix = np.zeros(len(code) + 1, np.uint64)
    np.cumsum(code.astype(np.uint64) * powers[:-1], out=prefix[1:])
    return _Codes(code, text, prefix, back)


def _in_word(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    different = np.unique(codes)
    known = np.array([bool(re.match(r"\w", chr(code))) for code in different.tolist()], dtype=np.bool_)
    found: NDArray[np.bool_] = known[np.searchsorted(different, codes)]
    return found


def _words(codes: _Codes) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Start and end of words of two characters or more, and how many masks stand before each."""
    letter = (codes.code != _BLANK) & (codes.code != _MASK)
    edge = np.diff(letter.astype(np.int8), prepend=0, append=0)
    start, end = np.flatnonzero(edge == 1), np.flatnonzero(edge == -1)
    long = end - start > 1
    start, end = start[long], end[long]
    return start, end, np.cumsum(codes.code == _MASK)[start]


def _counts(text: NDArray[np.int32], hashes: Hashes, texts: int) -> csr_matrix:
    column = (hashes * _MIX) >> _SHIFT
    key, counted = np.unique(text.astype(np.uint64) * np.uint64(COLUMNS) + column, return_counts=True)
    begin = np.searchsorted(key, np.arange(texts + 1, dtype=np.uint64) * np.uint64(COLUMNS))
    indices = (key % np.uint64(COLUMNS)).astype(np.int32)
    return csr_matrix((counted.astype(np.float32), indices, begin), shape=(texts, COLUMNS))


class Terms(NamedTuple):
    """The words and pairs of one text, to read.

    Attributes:
        label: as text, lower case.
        column: of each in the counts of `word_and_pair_counts`.
    """

    label: list[str]
    column: NDArray[np.int64]


def terms_of(text: str) -> Terms:
    """What `word_and_pair_counts` counts in a text, one entry for each place."""
    codes = _codes([text])
    start, end, masks_before = _words(codes)
    words = codes.hashes(start, end)
    label = [codes.code[a:b].tobytes().decode("utf-32-le") for a, b in zip(start.tolist(), end.tolist(), strict=True)]
    adjacent = np.flatnonzero(masks_before[1:] == masks_before[:-1])
    pairs = (words[:-1] * _SECOND + words[1:])[adjacent] * _MIX
    column = (np.concatenate([words, pairs]) * _MIX) >> _SHIFT
    return Terms(label + [f"{label[at]} {label[at + 1]}" for at in adjacent.tolist()], column.astype(np.int64))
