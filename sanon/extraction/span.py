"""What a detector reports: a stretch of the text, its kind, and how much it tells about a person."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter

#: What findings say of their origin: a rule that proves what a value is (a format, a checksum, a label beside it), a
#: word list or a shape that only suggests it, the tagger alone.
RULES, LEXICON, TAGGER = "rules", "lexicon", "model"
_LEAST_PART = 8


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
    """

    start: int
    end: int
    kind: str
    relevance: float
    found_by: str = RULES
    normal: str | None = None
    keyed: bool = False

    def overlaps(self, other: Span) -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Span) -> bool:
        """Whether it holds all characters of the other."""
        return self.start <= other.start and other.end <= self.end


def around(span: Span, settled: list[Span]) -> list[Span]:
    """The parts of a span that no settled one covers, if they are more than a word or two.

    Args:
        span: any.
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

    The values differ from document to document: to search is faster than to compile a pattern of them.

    Args:
        text: any.
        values: not empty.
        hyphens: whether a word may go on behind a hyphen; if not, "Jane" does not stand in "Jane-Ann".
    """
    found = []
    for value in values:
        at = text.find(value)
        while at >= 0:
            end = at + len(value)
            if not (_joins(text[at - 1 : at], hyphens=hyphens) or _joins(text[end : end + 1], hyphens=hyphens)):
                found.append((at, -end))
            at = text.find(value, at + 1)
    position = 0
    for start, end in sorted(found):
        if start >= position:
            position = -end
            yield start, position


def _joins(character: str, *, hyphens: bool) -> bool:
    return character.isalnum() or character == "_" or (character == "-" and not hyphens)
