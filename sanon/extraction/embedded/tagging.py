"""How the tagger and the rules are put together: a union in which each may doubt the other, for every profile.

What the rules build of figures stays. What they take from lists goes where the tagger sees nothing at all; what only
the tagger sees comes in above a threshold of its type. A person needs least: if a stretch may be one, it is one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.embedded.dates import find_date_ranges
from sanon.extraction.embedded.features import Tokens
from sanon.extraction.embedded.model import TYPES, Tagger
from sanon.extraction.embedded.names_abroad import is_before_names
from sanon.extraction.embedded.spans import Span
from sanon.text import lexicons
from sanon.text.sentences import sentence_starts

Floats = NDArray[np.float32]

_COUNT = len(TYPES)
_PERSON = TYPES.index("PERSON")
_KIND_OF = dict(
    zip(
        TYPES,
        (
            "NAME",
            "NON_PERSONAL_ID",
            "LOCATION",
            "ORGANISATION",
            "DEMOGRAPHIC",
            "EVENT_DATE",
            "QUANTITY",
            "INDIRECT_IDENTIFIER",
        ),
        strict=True,
    )
)
_SAID = 0.95
_BESIDE = 0.05  # probability of a person from which a word beside one is part of the name
_PLACED = frozenset(("LOC", "ORG", "MISC", "DEM"))


@dataclass(frozen=True)
class Thresholds:
    """From which probability on a span stays or comes in; chosen on held-out documents (docs/extraction.md).

    Attributes:
        masked_only: ask for the probability that an annotator would mask it, not only that it is something.
        keep: of spans of the rules, by kind; a kind that is missing always stays.
        tag: of words that only the tagger sees, by type.
        person: mean probability of a person from which a place, an organisation or a work is a person.
    """

    masked_only: bool
    keep: dict[str, float]
    tag: dict[str, float]
    person: float


#: What a reader would call identifying, in any text.
GENERAL = Thresholds(
    masked_only=False,
    keep={"NAME": 0.04, "LOCATION": 0.04, "ORGANISATION": 0.05, "PROVIDER": 0.02},
    tag={
        "PERSON": 0.12,
        "CODE": 0.5,
        "DATETIME": 0.5,
        "QUANTITY": 0.6,
        "LOC": 0.2,
        "DEM": 0.2,
        "MISC": 0.15,
        "ORG": 0.2,
    },
    person=0.15,
)
#: What the annotators of court cases mask: courts and states stay. Chosen by cross-validation over documents.
COURT = Thresholds(
    masked_only=True,
    keep={
        "NAME": 0.02,
        "NON_PERSONAL_ID": 0.03,
        "LAW": 0.03,
        "EVENT_DATE": 0.02,
        "DURATION": 0.02,
        "CLOCK": 0.02,
        "AGE": 0.02,
        "QUANTITY": 0.03,
        "MEASURE": 0.03,
        "LOCATION": 0.25,
        "ADDRESS": 0.04,
        "NATIONALITY": 0.2,
        "DEMOGRAPHIC": 0.2,
        "OCCUPATION": 0.2,
        "MEDICAL_CONDITION": 0.05,
        "PROVIDER": 0.3,
        "ORGANISATION": 0.3,
        "EVENT": 0.2,
        "UNIQUE_FACT": 0.2,
        "INDIRECT_IDENTIFIER": 0.2,
        "TREATMENT": 0.2,
    },
    tag={
        "PERSON": 0.2,
        "CODE": 0.12,
        "DATETIME": 0.15,
        "QUANTITY": 0.15,
        "LOC": 0.35,
        "DEM": 0.3,
        "MISC": 0.3,
        "ORG": 0.5,
    },
    person=0.3,
)


@dataclass(frozen=True)
class Read:
    """A text as the tagger read it.

    Attributes:
        tokens: its words.
        types: words x TYPES, probability of each type.
        masked: the same, for what an annotator would mask.
    """

    tokens: Tokens
    types: Floats
    masked: Floats

    @cached_property
    def _masked_until(self) -> list[float]:
        return _running(self.masked.sum(axis=1))

    @cached_property
    def _person_until(self) -> list[float]:
        return _running(self.types[:, _PERSON])

    def mask_probability(self, span: Span) -> float:
        """Mean over a span's words, in [0, 1]."""
        first, after = self.tokens.range_of(span)
        return _mean(self._masked_until, first, after) if first < len(self.tokens) else 0.0

    def person_probability(self, span: Span) -> float:
        """Mean over a span's words that they belong to a person, in [0, 1]."""
        return self.person(*self.tokens.range_of(span))

    def person(self, first: int, after: int) -> float:
        """Mean probability over words that they belong to a person, in [0, 1]."""
        return _mean(self._person_until, first, after)


def _running(values: Floats) -> list[float]:
    """Sums up to each word: the mean of a span is a difference of two, and texts have hundreds of spans."""
    return [0.0, *np.cumsum(values, dtype=np.float64).tolist()]


def _mean(until: list[float], first: int, after: int) -> float:
    after = min(after, len(until) - 1)
    return (until[after] - until[first]) / (after - first) if after > first else 0.0


def read(text: str, tagger: Tagger) -> Read:
    """Let the tagger read a text."""
    tokens = Tokens(text)
    probabilities = tagger.probabilities(tokens)
    masked = probabilities[:, 1 : 1 + _COUNT]
    return Read(tokens, masked + probabilities[:, 1 + _COUNT :], masked)


def united(text: str, rules: list[Span], seen: Read, thresholds: Thresholds) -> list[Span]:
    """Spans of the rules that stay, and those that only the tagger sees; overlaps where they disagree about ends."""
    if not len(seen.tokens):
        return rules
    if thresholds.masked_only:
        rules = [*rules, *find_date_ranges(text, rules)]
    asked = seen.masked if thresholds.masked_only else seen.types
    until = _running(asked.sum(axis=1))
    kept = [_personal(span, seen, thresholds) for span in _kept(text, rules, seen.tokens, until, thresholds)]
    known = {(span.start, span.end) for span in kept}
    tagged = [span for span in _runs(text, seen, asked, until, thresholds) if (span.start, span.end) not in known]
    return kept + tagged


def _kept(text: str, rules: list[Span], tokens: Tokens, until: list[float], thresholds: Thresholds) -> Iterator[Span]:
    """Spans of the rules that the tagger does not find improbable, over all places where the same words stand."""
    means: dict[tuple[str, str], list[float]] = defaultdict(list)
    for span in rules:
        first, after = tokens.range_of(span)
        means[(span.kind, text[span.start : span.end])].append(_mean(until, first, after))
    for span in rules:
        found = means[(span.kind, text[span.start : span.end])]
        # What a label or the header of a column calls a name is one, also where the tagger sees "August" or "Winter".
        said = span.kind == "NAME" and span.relevance >= _SAID and not thresholds.masked_only
        if said or sum(found) / len(found) >= thresholds.keep.get(span.kind, 0.0):
            yield span


def _personal(span: Span, seen: Read, thresholds: Thresholds) -> Span:
    """The span; as a person's name, if the rules take a likely person for a place or an organisation."""
    if span.kind in ("LOCATION", "ORGANISATION"):
        first, after = seen.tokens.range_of(span)
        if seen.person(first, after) >= max(0.3, thresholds.person):
            return replace(span, kind="NAME", relevance=0.8)
    return span


def _runs(text: str, seen: Read, asked: Floats, until: list[float], thresholds: Thresholds) -> Iterator[Span]:
    """Maximal runs of words of one type above its threshold, not over a sentence, without punctuation at the ends."""
    tokens = seen.tokens
    opening = np.zeros(len(text) + 1, dtype=bool)
    opening[sentence_starts(text)] = True
    opens = opening[tokens.starts]
    limits = np.array([thresholds.tag[kind] for kind in TYPES], dtype=np.float32)
    total = asked.sum(axis=1)
    best = asked.argmax(axis=1)
    # A word that may be a person is one, whatever else it may be.
    best = np.where(
        (asked[:, _PERSON] >= limits[_PERSON]) & (asked[:, _PERSON] >= 0.5 * asked.max(axis=1)), _PERSON, best
    )
    above = total >= limits[best]
    # And so is its neighbour that may hardly be one: "Aakash Dahiya", where the given name looks like a town.
    for _ in range(2):
        marked = np.concatenate(([False], above & (best == _PERSON), [False]))
        beside = (marked[:-2] | marked[2:]) & above & (asked[:, _PERSON] >= _BESIDE)
        best = np.where(beside, _PERSON, best)
    count, words = len(tokens), tokens.words
    goes_on = np.concatenate(([False], above[:-1] & (best[:-1] == best[1:])))
    begins = np.flatnonzero(above & (opens | ~goes_on)).tolist()
    types, taken, parts = best.tolist(), above.tolist(), opens.tolist()
    for first in begins:
        after = first
        while after < count and taken[after] and types[after] == types[first] and words[after][0] != "\n":
            after += 1
            if after < count and parts[after]:
                break
        kind, low, high = TYPES[types[first]], first, after
        while low < high and (_is_outside(words[low], kind) or (kind == "PERSON" and is_before_names(words[low]))):
            low += 1
        while high > low and _is_outside(words[high - 1], kind):
            high -= 1
        if low == high:
            continue
        start, end = int(tokens.starts[low]), int(tokens.ends[high - 1])
        if end < len(text) and text[end] == ")" and "(" in text[start:end]:
            end += 1
        person = seen.person(low, high)
        if kind in _PLACED and person >= thresholds.person:
            kind = "PERSON"
        if _is_worth(text[start:end], kind, person):
            named = _KIND_OF[kind] if kind != "DATETIME" or any(map(str.isdigit, text[start:end])) else "DURATION"
            relevance = round(min(0.9, 0.2 + 0.6 * _mean(until, low, high)), 2)
            yield Span(start, end, named, relevance, "model")


def _is_outside(word: str, kind: str) -> bool:
    """Whether a word at the end of a run is none of it: a mark; beside a name a small word ("Bill the")."""
    if kind == "PERSON" and word.islower() and lexicons.fold(word) in lexicons.common_words():
        return True
    return not word[0].isalnum()


def _is_listed(key: str) -> bool:
    return key in lexicons.given_names() or key in lexicons.surnames()


def _is_worth(value: str, kind: str, person: float) -> bool:
    """Not a single small word ("of", "the"): masked everywhere it would blacken the text.

    A single word is a person's name with more certainty than several: "Bill the patient", "Der Kranke".
    """
    key = lexicons.fold(value)
    if key in lexicons.common_words():
        return kind == "PERSON" and value[0].isupper() and person >= 0.75
    if kind == "PERSON" and " " not in value and not _is_listed(key):
        return person >= 0.3
    return len(value) > 4 or (len(value) > 1 and any(c.isupper() or c.isdigit() for c in value))
