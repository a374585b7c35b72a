"""What a detector reports: a stretch of the text, its kind, and how much it tells about a person."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TypeVar

from ahocorasick_rs import AhoCorasick

from sanon.records import RULES
from sanon.text.matching import Stretch

_LEAST_PART = 8
#: Values times characters of a text from which an automaton of the values is faster than a search for each.
_WORTH_AN_AUTOMATON = 10_000_000


T = TypeVar("T", bound=Stretch)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one text.

    Attributes:
        start, end: offsets in the text, end excluded.
        kind: type of the embedded extractor (NAME, EVENT_DATE, …; see `sanon.extraction.kinds`).
        relevance: how useful it is for re-identification, in [0, 1].
        found_by: RULES, LEXICON or TAGGER.
        normal: what to normalize instead of the verbatim text, where that holds more ("Age: 54" -> "54").
        keyed: whether the header of a column, or a key before it, says what it is.
        confidence: 1 where a rule proves it, else the tagger's probability, in [0, 1].
    """

    start: int
    end: int
    kind: str
    relevance: float
    found_by: str = RULES
    normal: str | None = None
    keyed: bool = False
    confidence: float = 1.0

    def covers(self, other: Span) -> bool:
        """Whether it holds all characters of the other."""
        return self.start <= other.start and other.end <= self.end


def around(span: Span, settled: list[Span]) -> list[Span]:
    """The parts of a span that no settled one covers, if they are more than a word or two.

    Args:
        settled: spans in order of the text, none overlapping another.
    """
    first = bisect_right(settled, span.start, key=attrgetter("end"))
    parts, start = [], span.start
    for other in settled[first:]:
        if other.start >= span.end:
            break
        parts.append(replace(span, start=start, end=other.start - 1))
        start = other.end + 1
    if not parts:
        return [span]
    parts.append(replace(span, start=start))
    return [part for part in parts if part.end - part.start >= _LEAST_PART]


def overlapping(spans: Sequence[T], start: int, end: int) -> Iterator[T]:
    """Those of some spans that share a character with a stretch.

    Args:
        spans: in order of the text, none overlapping another.
        start, end: offsets of the stretch, end excluded.
    """
    for at in range(bisect_right(spans, start, key=attrgetter("end")), len(spans)):
        if spans[at].start >= end:
            return
        yield spans[at]


def without_overlaps(spans: Iterable[Span], length: int, settled: Iterable[Span] = ()) -> list[Span]:
    """The settled spans and of the others the longest, none overlapping another; in order of the text."""
    taken = bytearray(length)
    kept = list(settled)
    for span in kept:
        taken[span.start : span.end] = b"\x01" * (span.end - span.start)
    for span in sorted(spans, key=lambda s: s.start - s.end):  # stable: the order of detectors breaks ties
        if span.end > span.start and not any(taken[span.start : span.end]):
            taken[span.start : span.end] = b"\x01" * (span.end - span.start)
            kept.append(span)
    kept.sort(key=attrgetter("start"))
    return kept


def standing(text: str, values: Iterable[str], *, hyphens: bool = True) -> Iterator[tuple[int, int]]:
    """Where values stand as whole words, in order, none overlapping another; the longest where several begin.

    The values differ from document to document: up to some thousand characters of text to search for each is faster
    than to build an automaton of them.

    Args:
        values: not empty.
        hyphens: whether a word may go on behind a hyphen; if not, "Jane" does not stand in "Jane-Ann".
    """
    values = list(values)
    places = _searched if len(values) * len(text) < _WORTH_AN_AUTOMATON else _matched
    found = [
        (start, -end)
        for start, end in places(text, values)
        if not (_joins(text[start - 1 : start], hyphens=hyphens) or _joins(text[end : end + 1], hyphens=hyphens))
    ]
    position = 0
    for start, end in sorted(found):
        if start >= position:
            position = -end
            yield start, position


def standing_within(text: str, values: Iterable[str]) -> set[str]:
    """Those of some values that stand in a text, as words or within one.

    Args:
        values: not empty.
    """
    values = set(values)
    if len(values) * len(text) < _WORTH_AN_AUTOMATON:
        return {value for value in values if value in text}
    return {text[start:end] for start, end in _matched(text, values)}


def _searched(text: str, values: Iterable[str]) -> Iterator[tuple[int, int]]:
    for value in values:
        at = text.find(value)
        while at >= 0:
            yield at, at + len(value)
            at = text.find(value, at + 1)


def _matched(text: str, values: Iterable[str]) -> Iterator[tuple[int, int]]:
    matches = AhoCorasick(values).find_matches_as_indexes(text, overlapping=True)
    return ((start, end) for _, start, end in matches)


def _joins(character: str, *, hyphens: bool) -> bool:
    return character.isalnum() or character == "_" or (character == "-" and not hyphens)
