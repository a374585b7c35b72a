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

#: Characters of a piece of a word.
PIECES = (3, 4, 5)
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
Integers = NDArray[np.int64]


class Places(NamedTuple):
    """Every place of a term in some texts.

    Attributes:
        text: which text it is in; (P,).
        hash: of the term; (P,).
        start, end: code points from the beginning of all texts, one after the other with a blank on both sides; (P,).
    """

    text: NDArray[np.int32]
    hash: Hashes
    start: Integers
    end: Integers

    @property
    def column(self) -> Integers:
        """Column of each in the counts."""
        return ((self.hash * _MIX) >> _SHIFT).astype(np.int64)

    def counts(self, texts: int) -> csr_matrix:
        """How often each term stands in each text; (texts, COLUMNS)."""
        key, counted = np.unique(self.text.astype(np.int64) * COLUMNS + self.column, return_counts=True)
        begin = np.searchsorted(key, np.arange(texts + 1) * COLUMNS)
        return csr_matrix((counted.astype(np.float32), (key % COLUMNS).astype(np.int32), begin), shape=(texts, COLUMNS))


def words(texts: Sequence[str]) -> Places:
    """Words."""
    codes = _Codes.of(texts)
    start, end, _ = _words(codes)
    return Places(codes.text[start], codes.hashes(start, end), start, end)


def words_and_pairs(texts: Sequence[str]) -> Places:
    """Words, then each two words that follow each other with no mask between."""
    codes = _Codes.of(texts)
    start, end, masks_before = _words(codes)
    found, owner = codes.hashes(start, end), codes.text[start]
    first = np.flatnonzero((owner[1:] == owner[:-1]) & (masks_before[1:] == masks_before[:-1]))
    pairs = (found[first] * _SECOND + found[first + 1]) * _MIX
    return Places(
        np.concatenate([owner, owner[first]]),
        np.concatenate([found, pairs]),
        np.concatenate([start, start[first]]),
        np.concatenate([end, end[first + 1]]),
    )


def pieces(texts: Sequence[str]) -> Places:
    """Runs of three to five characters inside a word, the blanks around it counted."""
    codes = _Codes.of(texts)
    blank = (codes.code == _BLANK) | (codes.code == _MASK)
    kept = np.flatnonzero(~blank | np.concatenate([[True], ~blank[:-1]]))  # one blank of several
    codes = _Codes.summed(np.where(blank, _BLANK, codes.code)[kept], codes.text[kept])
    letters = np.concatenate([[0], np.cumsum(codes.code != _BLANK)])
    firsts, hashes, sizes = [], [], []
    for size in PIECES:
        first = np.arange(max(len(codes.code) - size + 1, 0))
        inside = letters[first + size - 1] - letters[first + 1] == size - 2
        first = first[inside & (codes.text[first] == codes.text[first + size - 1])]
        firsts.append(first)
        hashes.append(codes.hashes(first, first + size) + np.uint64(size))
        sizes.append(np.full(len(first), size))
    first, size_of = np.concatenate(firsts), np.concatenate(sizes)
    return Places(codes.text[first], np.concatenate(hashes), kept[first], kept[first + size_of - 1] + 1)


def label(text: str, start: int, end: int) -> str:
    """A place of a word or pair in a single text, to read."""
    return " ".join(WORD.findall(f" {lower(text)} "[start:end]))


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

    @classmethod
    def of(cls, texts: Sequence[str]) -> _Codes:
        """Of texts with a blank on both sides."""
        folded = [f" {lower(text)} " for text in texts]
        joined = np.frombuffer("".join(folded).encode("utf-32-le", "replace"), np.uint32)
        text = np.repeat(np.arange(len(texts), dtype=np.int32), [len(one) for one in folded])
        return cls.summed(np.where(_in_word(joined) | (joined == _MASK), joined, _BLANK), text)

    @classmethod
    def summed(cls, code: NDArray[np.uint32], text: NDArray[np.int32]) -> _Codes:
        """With the sums of these characters."""
        powers, back = np.full(len(code) + 1, _BASE), np.full(len(code) + 1, _INVERSE)
        powers[0] = back[0] = 1
        np.multiply.accumulate(powers, out=powers)
        np.multiply.accumulate(back, out=back)
        prefix = np.zeros(len(code) + 1, np.uint64)
        np.cumsum(code.astype(np.uint64) * powers[:-1], out=prefix[1:])
        return cls(code, text, prefix, back)

    def hashes(self, start: Integers, end: Integers) -> Hashes:
        """Of the pieces from start to end."""
        found: Hashes = (self.prefix[end] - self.prefix[start]) * self.back[start]
        return found


def in_columns(weights: csr_matrix, columns: Integers) -> NDArray[np.float64]:
    """Some columns, dense; (texts, columns)."""
    different, back = np.unique(columns, return_inverse=True)
    chosen: NDArray[np.float64] = placed(weights, different, np.arange(len(different))).toarray()[:, back.ravel()]
    return chosen.astype(np.float64)


def placed(weights: csr_matrix, columns: Integers, place: Integers) -> csr_matrix:
    """Some columns, ascending, each in its place. Indexing a matrix as wide as these takes memory for every column."""
    at = np.minimum(np.searchsorted(columns, weights.indices), max(len(columns) - 1, 0))
    kept = columns[at] == weights.indices if len(columns) else np.zeros(len(at), dtype=np.bool_)
    begin = np.concatenate([[0], np.cumsum(kept)])[weights.indptr]
    places = place[at[kept]] if len(columns) else at[kept]
    return csr_matrix((weights.data[kept], places, begin), shape=(weights.shape[0], len(columns)))


def lower(text: str) -> str:
    """In lower case, with as many characters as before."""
    changed = text.lower()
    # A few letters become two, and places would no longer be those of the text.
    return changed if len(changed) == len(text) else "".join(character.lower()[0] for character in text)


def _in_word(codes: NDArray[np.uint32]) -> NDArray[np.bool_]:
    different = np.unique(codes)
    known = np.array([bool(re.match(r"\w", chr(code))) for code in different.tolist()], dtype=np.bool_)
    return known[np.searchsorted(different, codes)] if len(codes) else known


def _words(codes: _Codes) -> tuple[Integers, Integers, Integers]:
    """Start and end of words of two characters or more, and how many masks stand before each."""
    letter = (codes.code != _BLANK) & (codes.code != _MASK)
    edge = np.diff(letter.astype(np.int8), prepend=0, append=0)
    start, end = np.flatnonzero(edge == 1), np.flatnonzero(edge == -1)
    long = end - start > 1
    start, end = start[long], end[long]
    return start, end, np.cumsum(codes.code == _MASK)[start]
