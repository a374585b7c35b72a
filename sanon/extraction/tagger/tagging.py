"""How the tagger and the rules are put together: a union in which each may doubt the other, for every profile.

What the rules build of figures stays. What they take from lists goes where the tagger sees nothing at all; what only
the tagger sees comes in above a threshold of its type. A person needs least: if a stretch may be one, it is one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from sanon.extraction.detectors.dates import find_date_ranges, log_times
from sanon.extraction.detectors.names_abroad import is_before_names
from sanon.extraction.span import LEXICON, TAGGER, Span
from sanon.extraction.tagger.features import Tokens
from sanon.extraction.tagger.model import COURT_TYPES, FINER, TYPES, Tagger
from sanon.text import lexicons, titles
from sanon.text.sentences import sentence_starts

Floats = NDArray[np.float32]

_COUNT = len(TYPES)
_PERSON = TYPES.index("PERSON")
_KIND_OF = {
    "PERSON": "NAME",
    "CODE": "NON_PERSONAL_ID",
    "LOC": "LOCATION",
    "ORG": "ORGANISATION",
    "DEM": "DEMOGRAPHIC",
    "DATETIME": "EVENT_DATE",
    "QUANTITY": "QUANTITY",
    "MISC": "INDIRECT_IDENTIFIER",
    "AGE": "AGE",
    "JOB": "OCCUPATION",
    "COND": "MEDICAL_CONDITION",
    "TREAT": "TREATMENT",
    "FACT": "UNIQUE_FACT",
}
_SAID = 0.95
_BESIDE = 0.05  # probability of a person from which a word beside one is part of the name
_SMALL_PERSON, _SMALL_AFTER_CAPITALS = 0.3, 0.8  # probability from which a small word ends a name
_NOBODY = lexicons.word_set("unknown none nobody unbekannt inconnu desconocido sconosciuto onbekend desconhecido")
#: Types that are told in phrases: of several words, small ones too.
_TOLD = frozenset(("JOB", "COND", "TREAT", "FACT", "DEM", "MISC", "ORG", "AGE", "QUANTITY"))
#: So many blanks part columns.
_COLUMN_GAP = 3
#: Types that an article before them is no part of: a value without it is found with it too.
_SHORT = frozenset(("JOB", "COND", "TREAT", "DEM"))
_ARTICLES = lexicons.word_set("a an ein eine einen einem einer un une uno una unos unas een")
_WITHIN = frozenset(",'’-–/")
_PLACED = frozenset(("LOC", "ORG", "MISC", "DEM", "JOB", "FACT"))


@dataclass(frozen=True)
class Thresholds:
    """From which probability on a span stays or comes in; chosen on held-out documents (docs/extraction.md).

    Attributes:
        masked_only: ask for the probability that an annotator would mask it, not only that it is something.
        keep: of spans of the rules, by kind; a kind that is missing always stays.
        tag: of words that only the tagger sees, by type.
        person: mean probability of a person from which a place, an organisation or a work is a person.
        join: of words beside such a stretch, by its type; a type that is missing has no such words.
    """

    masked_only: bool
    keep: dict[str, float]
    tag: dict[str, float]
    person: float
    join: dict[str, float] = field(default_factory=dict)


#: What a reader would call identifying, in any text.
GENERAL = Thresholds(
    masked_only=False,
    keep={
        "NAME": 0.02,
        "LOCATION": 0.05,
        "ORGANISATION": 0.05,
        "OCCUPATION": 0.05,
        "MEDICAL_CONDITION": 0.01,
        "UNIQUE_FACT": 0.02,
        "DURATION": 0.02,
    },
    tag={
        "PERSON": 0.1,
        "CODE": 0.08,
        "DATETIME": 0.2,
        "QUANTITY": 0.11,
        "LOC": 0.12,
        "DEM": 0.48,
        "MISC": 0.35,
        "ORG": 0.42,
        "AGE": 0.25,
        "JOB": 0.17,
        "COND": 0.15,
        "TREAT": 0.1,
        "FACT": 0.6,
    },
    person=0.15,
    join={
        "DATETIME": 0.035,
        "QUANTITY": 0.17,
        "DEM": 0.03,
        "MISC": 0.02,
        "ORG": 0.1,
        "AGE": 0.1,
        "JOB": 0.015,
        "COND": 0.015,
        "TREAT": 0.015,
        "FACT": 0.012,
    },
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
        "RELATION": 0.5,
    },
    tag={
        "PERSON": 0.2,
        "CODE": 0.12,
        "DATETIME": 0.15,
        "QUANTITY": 0.15,
        "LOC": 0.35,
        "DEM": 0.15,
        "MISC": 0.15,
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
    def _any_until(self) -> list[float]:
        return _running(self.types.sum(axis=1))

    @cached_property
    def _person_until(self) -> list[float]:
        return _running(self.types[:, _PERSON])

    def mask_probability(self, span: Span) -> float:
        """Mean over a span's words, in [0, 1]."""
        first, after = self.tokens.range_of(span)
        return _mean(self._masked_until, first, after) if first < len(self.tokens) else 0.0

    def any_probability(self, span: Span) -> float:
        """Mean over a span's words that they belong to anything that identifies, in [0, 1]."""
        first, after = self.tokens.range_of(span)
        return _mean(self._any_until, first, after) if first < len(self.tokens) else 0.0

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


@lru_cache(maxsize=4)
def read(text: str, tagger: Tagger) -> Read:
    """Let the tagger read a text; the last ones are kept, since a judge asks for what the reader has read."""
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
    asked = _as_courts_say(seen.masked) if thresholds.masked_only else seen.types
    logged = [] if thresholds.masked_only else log_times(text)
    until = _running(asked.sum(axis=1))
    kept = [_personal(span, seen, thresholds) for span in _kept(text, rules, seen.tokens, until, thresholds)]
    known = _Within(kept)
    tagged = [
        span
        for span in _runs(text, seen, asked, until, thresholds)
        if not known.holds(span) and not any(span.start < end and start < span.end for start, end in logged)
    ]
    return kept + tagged


class _Within:
    """What the rules found, to ask whether it holds a span of the tagger: a part of it says nothing more.

    A name is only held by the same stretch: a person within a place or an address is a person all the same.
    """

    def __init__(self, kept: list[Span]) -> None:
        self._same = {(span.start, span.end) for span in kept}
        self._end = {span.start: span.end for span in sorted(kept, key=lambda span: span.end)}
        self._starts = sorted(self._end)
        self._furthest = list(accumulate((self._end[start] for start in self._starts), max))

    def holds(self, span: Span) -> bool:
        """Whether a span stands within one of the rules."""
        if span.kind == "NAME" or not self._starts:
            return (span.start, span.end) in self._same
        at = bisect_right(self._starts, span.start) - 1
        return at >= 0 and self._furthest[at] >= span.end


def _as_courts_say(probabilities: Floats) -> Floats:
    """Words x COURT_TYPES: the finer types as what the benchmark calls them."""
    found = probabilities[:, : len(COURT_TYPES)].copy()
    for kind, coarse in FINER.items():
        found[:, COURT_TYPES.index(coarse)] += probabilities[:, TYPES.index(kind)]
    return found


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
            return replace(span, kind="NAME", relevance=0.8, found_by=LEXICON)
    return span


def _runs(text: str, seen: Read, asked: Floats, until: list[float], thresholds: Thresholds) -> Iterator[Span]:
    """Runs of words of one type above its threshold, not over a sentence or column, without punctuation at the ends."""
    tokens = seen.tokens
    opening = np.zeros(len(text) + 1, dtype=bool)
    opening[sentence_starts(text)] = True
    opens = opening[tokens.starts]
    opens[1:] |= tokens.starts[1:] - tokens.ends[:-1] >= _COLUMN_GAP
    limits = np.array([thresholds.tag[kind] for kind in TYPES[: asked.shape[1]]], dtype=np.float32)
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
    if thresholds.join:
        joining = np.array([thresholds.join.get(kind, np.inf) for kind in TYPES], dtype=np.float32)
        _join_beside(best, above, total, joining, tokens.words)
        _join_small(best, above, opens, tokens.words)
    count, words = len(tokens), tokens.words
    goes_on = np.concatenate(([False], above[:-1] & (best[:-1] == best[1:])))
    begins = np.flatnonzero(above & (opens | ~goes_on)).tolist()
    people = asked[:, _PERSON].tolist()
    types, taken, parts = best.tolist(), above.tolist(), opens.tolist()
    for first in begins:
        after = first
        while after < count and taken[after] and types[after] == types[first] and words[after][0] != "\n":
            after += 1
            if after < count and parts[after]:
                break
        kind, low, high = TYPES[types[first]], first, after
        while low < high and (
            _is_outside(words[low], kind)
            or (kind == "PERSON" and is_before_names(words[low]))
            or (kind in _SHORT and lexicons.fold(words[low]) in _ARTICLES)
        ):
            low += 1
        while high > low and (
            _is_outside(words[high - 1], kind)
            or (kind == "PERSON" and _goes_on_after(words[low:high], people[high - 1]))
        ):
            high -= 1
        if low == high:
            continue
        start, end = int(tokens.starts[low]), int(tokens.ends[high - 1])
        if end < len(text) and text[end] == ")" and "(" in text[start:end]:
            end += 1
        person = seen.person(low, high)
        if kind in _PLACED and person >= thresholds.person:
            kind = "PERSON"
        sure = _mean(until, low, high)
        if _is_worth(text[start:end], kind, person, sure):
            named = _KIND_OF[kind] if kind != "DATETIME" or any(map(str.isdigit, text[start:end])) else "DURATION"
            relevance = round(min(0.9, 0.2 + 0.6 * sure), 2)
            yield Span(start, end, named, relevance, TAGGER)


def _join_beside(
    best: NDArray[np.intp], above: NDArray[np.bool_], total: Floats, limits: Floats, words: list[str]
) -> None:
    """Let phrases grow, in place, over words beside them that are less sure: small words within and at their ends."""
    free = np.flatnonzero(~above & (total >= limits.min())).tolist()
    for step, order in ((1, free), (-1, free[::-1])):
        for at in order:
            beside = at - step
            if above[at] or not 0 <= beside < len(words) or not above[beside]:
                continue
            kind = best[beside]
            if total[at] >= limits[kind] and (words[at][0].isalnum() or words[at] in _WITHIN):
                best[at], above[at] = kind, True


def _join_small(best: NDArray[np.intp], above: NDArray[np.bool_], opens: NDArray[np.bool_], words: list[str]) -> None:
    """Let a small word that alone has its type go, in place, with a phrase beside it.

    Of "lost two of them" where the tagger is of two minds, the "of" would otherwise be a run of its own, and dropped.
    """
    told = above & np.array([kind in _TOLD for kind in TYPES])[best]
    joined = np.concatenate(([False], told[:-1] & above[1:] & ~opens[1:]))
    alike = np.concatenate(([False], (best[1:] == best[:-1]) & above[1:] & above[:-1] & ~opens[1:], [False]))
    after = np.concatenate((above[:-1] & told[1:] & ~opens[1:], [False]))
    alone = above & (best != _PERSON) & ~alike[:-1] & ~alike[1:] & (joined | after)
    for at in np.flatnonzero(alone).tolist():
        if words[at][0] != "\n" and _says_little(words[at]):
            best[at] = best[at - 1] if joined[at] else best[at + 1]


def _says_little(word: str) -> bool:
    """Whether a word alone tells nothing: a mark, a common word, a short one in small letters."""
    if not word[0].isalnum() or lexicons.fold(word) in lexicons.common_words():
        return True
    return len(word) <= 4 and not any(c.isupper() or c.isdigit() for c in word)


def _is_outside(word: str, kind: str) -> bool:
    """Whether a word at the end of a run is none of it: a mark; beside a name a small word ("Bill the")."""
    if kind == "PERSON" and word.islower() and lexicons.fold(word) in lexicons.common_words():
        return True
    return not word[0].isalnum()


def _goes_on_after(words: list[str], person: float) -> bool:
    """Whether the last of a name's words is the next of the sentence: small, in no list ("Hiltje krijgt")."""
    last = words[-1]
    if len(words) < 2 or not last.islower() or _is_listed(lexicons.fold(last)):
        return False
    return person < (_SMALL_AFTER_CAPITALS if words[-2][0].isupper() else _SMALL_PERSON)


def _is_listed(key: str) -> bool:
    return key in lexicons.given_names() or key in lexicons.surnames()


def _is_worth(value: str, kind: str, person: float, sure: float) -> bool:
    """Not a single small word ("of", "the"): masked everywhere it would blacken the text.

    A single word is a person's name with more certainty than several ("Bill the patient", "Der Kranke"), and so are
    words in small letters. Short words tell something where the tagger is sure: "cook", "gout".
    """
    key = lexicons.fold(value)
    if key in _NOBODY or (kind == "PERSON" and value.lower().rstrip(".") in titles.HONORIFICS):
        return False
    if key in lexicons.common_words():
        return kind == "PERSON" and value[0].isupper() and person >= 0.75
    if kind == "PERSON" and (" " not in value or value.islower()) and not _is_listed(key):
        return person >= 0.3
    if kind in ("JOB", "COND", "TREAT") and len(value) > 2:
        return len(value) > 4 or sure >= 0.5
    return len(value) > 4 or (len(value) > 1 and any(c.isupper() or c.isdigit() for c in value))
