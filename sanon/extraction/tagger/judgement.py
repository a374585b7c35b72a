"""The judgement: which stretches of a text tell something of a person, of which type, and how many people they fit.

The encoder scores pieces of words. A word takes the piece that tells most. Words above one threshold open a stretch,
words beside it above a lower one join it, within a sentence and a line; a stretch is divided by type where that is
much more probable than one type (Viterbi, with a price for each change).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.tagger.encoder import Encoder, Floats, Scores
from sanon.extraction.tagger.labels import TYPES
from sanon.extraction.tagger.subwords import Numbers, Pieces

_WORD, _FIGURE = re.compile(r"\w+"), re.compile(r"\d")
#: Letters that begin a code, and do not say that one follows.
_LETTERS = re.compile(r"(?!(?:NO|NR|ID)\b)[A-Z]{1,3}")
#: What parts a stretch: a line, a gap or a sign between columns, the end of a sentence that is no abbreviation.
_BREAK = re.compile(r"\n|\t|\||;(?![ \u00a0])|[ \u00a0];|[ \u00a0]{3,}|(?<=\w\w\w)[.!?;][\"'”’)]*\s")
_PERSON = TYPES.index("PERSON")
#: Negative logarithm of how improbable a change of type within a stretch is.
_CHANGE = 3.0
#: Added to the probability of each type, so that one doubtful word is no stretch of its own within another.
_DOUBT = 0.02
#: The exponent of a stretch from those of its words: weights of their mean, their largest and the logarithm of their
#: number, and what is added for the type. Fitted to sixteen archives kept out of the training, 2,870 labels, and made
#: greater by .4 on eight more.
_MEAN, _LARGEST, _LENGTH = 0.2, 0.55, 0.88
_ADDED = {
    "PERSON": 1.9, "CODE": 1.6, "ADDRESS": 1.3, "LOC": 1.1, "ORG": 0.5, "DATE": 0.3, "AGE": 0.5, "QTY": 0.2,
    "JOB": 0.5, "COND": 0.1, "TREAT": 0.1, "TRAIT": 0.4, "EVENT": 0.4, "FACT": 0.7, "WORK": 0.4,
}  # fmt: skip
#: The end of the word before: "She's eighty-three", "who've sung in the choir".
_CLITIC = re.compile(r"\w['’](?:s|re|ve|ll|d|m|t)\s+(?=\S)")
_SHORT_YEAR = re.compile(r"(?<!\w)['’]\d\d(?!\w)")
#: What belongs to a value at its ends: signs of currency and per cent, a closed bracket, signs of accounts.
_BEFORE, _AFTER = frozenset("€£$@#+"), frozenset("%€£$°+")


@dataclass(frozen=True)
class Thresholds:
    """From which probability on a word counts.

    Attributes:
        opens: of telling something, from which a word opens a stretch.
        joins: from which a word beside a stretch belongs to it.
        person: of being part of a person's name, from which a word is one, whatever it tells.
        least: type -> mean over the words of a stretch, from which it counts; most occupations in a text are nobody's.
    """

    opens: float
    joins: float
    person: float
    least: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judged:
    """A stretch that tells something of a person.

    Attributes:
        start, end: offsets in the text, end excluded.
        type: one of TYPES.
        probability: mean over its words that they tell something of a person, or are a person's name.
        exponent: x of "true of about one in 10^x adults", between 0 and 9.9.
    """

    start: int
    end: int
    type: str
    probability: float
    exponent: float


class Judgement:
    """A text as the tagger judges it.

    Args:
        scores: of its pieces.
        thresholds: from which words count.
    """

    def __init__(self, text: str, scores: Scores, thresholds: Thresholds) -> None:
        self.text = text
        self._thresholds = thresholds
        words = [match.span() for match in _WORD.finditer(text)]
        self._starts, self._ends = [start for start, _ in words], [end for _, end in words]
        told = scores.probabilities[:, 1 : 1 + len(TYPES)]
        best = _best_piece(self._starts, self._ends, scores.pieces, told.sum(axis=1))
        none = best < 0
        #: Words x TYPES: probability that a word tells something of this type.
        self._told: Floats = np.where(none[:, None], 0, told[best])
        #: Words: probability that a word tells something of any type.
        self._any: Floats = self._told.sum(axis=1)
        both = scores.probabilities[:, 1 + _PERSON] + scores.probabilities[:, 1 + len(TYPES) + _PERSON]
        self._person: Floats = np.where(none, 0, both[best])
        self._exponents: Floats = np.where(none, 0, scores.exponents[best])

    @property
    def density(self) -> float:
        """Mean probability over all words that they tell something of a person; 0 without a word."""
        return float(self._any.mean()) if len(self._any) else 0.0

    def mark(self, start: int, end: int) -> float:
        """Mean probability over the words of a stretch that they tell something of a person; 0 without a word."""
        first, after = self._words(start, end)
        return float(self._any[first:after].mean()) if after > first else 0.0

    def person(self, start: int, end: int) -> float:
        """Mean probability over the words of a stretch that they are part of a person's name; 0 without a word."""
        first, after = self._words(start, end)
        return float(self._person[first:after].mean()) if after > first else 0.0

    def exponent(self, start: int, end: int) -> float:
        """The exponent of a stretch, between 0 and 9.9; 0 without a word."""
        first, after = self._words(start, end)
        if after == first:
            return 0.0
        return self._exponent(first, after, int(self._types(first, after).sum(axis=0).argmax()))

    def _exponent(self, first: int, after: int, kind: int) -> float:
        words = self._exponents[first:after]
        fitted = _MEAN * words.mean() + _LARGEST * words.max() + _LENGTH * np.log(after - first)
        return float(np.clip(fitted + _ADDED[TYPES[kind]], 0, 9.9))

    @cached_property
    def spans(self) -> list[Judged]:
        """The stretches that tell something of a person, in order, none overlapping another."""
        stretches = (
            self._judged(*self._core(first + start, first + end, kind), kind, first + start if start else 0)
            for first, after in _runs(self._counts(), self._breaks)
            for start, end, kind in _divided(self._types(first, after))
        )
        return [one for one in stretches if one.probability >= self._thresholds.least.get(one.type, 0.0)]

    def _core(self, first: int, after: int, kind: int) -> tuple[int, int]:
        """A stretch; of a type that must be probable without improbable words at its ends ("badge 4471").

        They say nothing against what is probable between them. Figures stay in a code.
        """
        least = self._thresholds.least.get(TYPES[kind])
        if least is None:
            return first, after
        code = TYPES[kind] == "CODE"
        kept = [at for at in range(first, after) if self._any[at] >= least or (code and _FIGURE.search(self._word(at)))]
        return (kept[0], kept[-1] + 1) if kept else (first, after)

    def _lettered(self, first: int, free: int) -> int:
        """The first word of a code with the letters before it: "BK 24/0077", "R II 24/0356".

        The letters alone tell nothing, so they count neither for nor against the code. A colon parts a key from it;
        words before `free` belong to others.
        """
        while (
            first > free
            and _LETTERS.fullmatch(self._word(first - 1))
            and not self._breaks[first]
            and ":" not in self.text[self._ends[first - 1] : self._starts[first]]
        ):
            first -= 1
        return first

    def _word(self, at: int) -> str:
        return self.text[self._starts[at] : self._ends[at]]

    @cached_property
    def names(self) -> list[tuple[int, int]]:
        """Where words stand that are part of a person's name, whatever is told with them; in order."""
        return [
            (self._starts[first], self._ends[after - 1])
            for first, after in _runs(self._person >= self._thresholds.person, self._breaks)
        ]

    def _counts(self) -> NDArray[np.bool_]:
        """Whether each word belongs to a stretch."""
        named = self._person >= self._thresholds.person
        counts: NDArray[np.bool_] = (self._any >= self._thresholds.opens) | named
        joins = (self._any >= self._thresholds.joins) | (self._person >= self._thresholds.joins)
        joining = np.flatnonzero(joins & ~counts).tolist()
        for at in joining:
            counts[at] = at > 0 and counts[at - 1] and not self._breaks[at]
        for at in reversed(joining):
            counts[at] |= at + 1 < len(counts) and counts[at + 1] and not self._breaks[at + 1]
        return counts

    @cached_property
    def _breaks(self) -> NDArray[np.bool_]:
        """Whether something parts each word from the one before it; the first is parted."""
        parted = np.ones(len(self._starts), dtype=np.bool_)
        for at, (first, end, start) in enumerate(zip(self._starts, self._ends, self._starts[1:], strict=False), 1):
            # Most words stand behind a blank, which is seen sooner. The end of the word before is looked at too: an
            # abbreviation is no end of a sentence.
            parted[at] = self.text[end:start] != " " and bool(_BREAK.search(self.text, max(end - 3, first), start))
        return parted

    def _types(self, first: int, after: int) -> Floats:
        """Words x TYPES: how much each type is worth for the words of a stretch."""
        told = self._told[first:after].copy()
        told[:, _PERSON] = np.maximum(told[:, _PERSON], self._person[first:after])
        worth: Floats = np.log(told + _DOUBT)
        return worth

    def _judged(self, first: int, after: int, kind: int, free: int) -> Judged:
        begins = self._lettered(first, free) if TYPES[kind] == "CODE" else first
        start, end = self._starts[begins], self._ends[after - 1]
        text = self.text
        if clitic := _CLITIC.match(text, max(0, start - 2), end):
            start = clitic.end()
        elif start and (text[start - 1] in _BEFORE or _SHORT_YEAR.match(text, start - 1)):
            start -= 1
        if end < len(text) and (text[end] in _AFTER or (text[end] == ")" and "(" in text[start:end])):
            end += 1
        sure = np.maximum(self._any[first:after], self._person[first:after] if kind == _PERSON else 0)
        return Judged(start, end, TYPES[kind], float(sure.mean()), self._exponent(first, after, kind))

    def _words(self, start: int, end: int) -> tuple[int, int]:
        """The words that a stretch touches."""
        first = bisect_right(self._ends, start)
        return first, max(first, bisect_left(self._starts, end))


def judge(text: str, encoder: Encoder, domain: str, thresholds: Thresholds) -> Judgement:
    """Judge a text by the rules of a domain."""
    return Judgement(text, encoder.scores(text, domain), thresholds)


def _best_piece(starts: list[int], ends: list[int], pieces: Pieces, told: Floats) -> Numbers:
    """Of each word the piece that tells most, the first of several; -1 where a word has none."""
    best = np.full(len(starts), -1, dtype=np.int64)
    # A piece may hold the end of one word and the beginning of the next.
    first = np.searchsorted(ends, pieces.starts, side="right")
    touched = np.maximum(np.searchsorted(starts, pieces.ends, side="left") - first, 0)
    piece = np.repeat(np.arange(len(touched)), touched)
    word = np.arange(len(piece)) + np.repeat(first - (np.cumsum(touched) - touched), touched)
    order = np.lexsort((-piece, told[piece]))
    best[word[order]] = piece[order]  # the last one that is written stays
    return best


def _runs(counts: NDArray[np.bool_], breaks: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """First word and the one after the last of each stretch."""
    found: list[tuple[int, int]] = []
    for at in np.flatnonzero(counts).tolist():
        if found and found[-1][1] == at and not breaks[at]:
            found[-1] = (found[-1][0], at + 1)
        else:
            found.append((at, at + 1))
    return found


def _divided(worth: Floats) -> list[tuple[int, int, int]]:
    """The likeliest division of a stretch: first word, the one after the last, and type of each part."""
    count, kinds = worth.shape
    total, came = worth[0].copy(), np.zeros((count, kinds), dtype=np.int64)
    for at in range(1, count):
        best = int(total.argmax())
        change = total[best] - _CHANGE > total
        came[at] = np.where(change, best, np.arange(kinds))
        total = np.where(change, total[best] - _CHANGE, total) + worth[at]
    kind, parts, after = int(total.argmax()), [], count
    for at in range(count - 1, 0, -1):
        if came[at, kind] != kind:
            parts.append((at, after, kind))
            kind, after = int(came[at, kind]), at
    parts.append((0, after, kind))
    return parts[::-1]
