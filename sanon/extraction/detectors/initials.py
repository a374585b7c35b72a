"""Initials that stand for a person: behind a label, alone below a note, or of somebody whom the text names in full."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import in_any_case
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON
from sanon.text.initials import are_capitals, initials_at_line_ends, is_initials
from sanon.text.titles import HONORIFICS

_WORDS = table(__package__, "initials")
_LABELLED = re.compile(
    rf"\b(?i:{in_any_case(map(re.escape, _WORDS['labels']))})(?!\w)"
    r"(?: (?:by|par|von|da|por|door|av|af|przez|[A-Z]))?[ \t]?[:/-]?[ \t]*"
    r"(?P<initials>[^\W\d_]{2,3})(?=[ \t]*(?:[\n).:;,|/\"“„]|$)|[ \t]{2})"
)
#: The last line of a note, below a sentence that is over.
_SIGNED = re.compile(
    r"[.!?)][ \t]*\n{1,2}[ \t]*[-–—/]{0,2}[ \t]?(?P<initials>[^\W\d_]{2,3})\.?[ \t]*(?=\n[ \t]*\n|\s*$)"
)


#: Who wrote the line of a log, which goes on: "09:02 ST  cust rang about the bill". A timetable does not.
_LOGGED = re.compile(
    r"^[ \t]*(?:[^\W\d_]{2,3}\.?[ \t]+)?(?:\d{1,2}[./]\d{1,2}[./]?(?:\d{2,4})?[ \t]+)?"
    r"\d{1,2}[:.h]\d\d(?::\d\d)?[ \t]{1,3}(?P<initials>[^\W\d_]{2,3})(?=[ \t:.]+(?:\S+[ \t]+){3}\S)",
    re.MULTILINE,
)
#: Who came: "Present: CM (chair), DF, KBL".
_PRESENT = re.compile(rf"\b(?i:{in_any_case(map(re.escape, _WORDS['present']))})[ \t]?:(?P<list>[^\n]{{2,200}})")
_ITEM = re.compile(
    r"(?<![^\s,;/(])(?P<initials>[^\W\d_]{2,3})(?=[ \t]*(?:[,;/(.]|$|and\b|und\b|et\b|y\b|e\b|en\b|i\b|og\b))"
)

#: A word before an item of a list: "endocrine CNS", "Cassin CMO" are no initials, "Mrs KB" are.
_BEHIND_WORD = re.compile(r"\b(?!(?:and|und|et|y|e|en|i|og)\b)(?P<word>[^\W\d_][^\W\d_A-Z]+)\.?[ \t]+$")


def find_initials(text: str) -> Iterator[Span]:
    """Initials behind a label, alone in the last line of a note, before the lines of a log, in a list of who came."""
    places = [match.span("initials") for match in _LABELLED.finditer(text) if _is_somebody(match["initials"], text)]
    places += [match.span("initials") for match in _SIGNED.finditer(text) if _is_somebody(match["initials"], text)]
    for match in _PRESENT.finditer(text):
        places += [
            item.span("initials")
            for item in _ITEM.finditer(text, *match.span("list"))
            if _is_somebody(item["initials"], text) and not _is_office(text, match.start("list"), item.start())
        ]
    yield from (Span(start, end, "NAME", 0.9, keyed=True) for start, end in places)
    lines = [match.span("initials") for match in _LOGGED.finditer(text) if _is_somebody(match["initials"], text)]
    # Somebody writes more than one line. So may do what happens: "09:14 int.", for a call within the house.
    if len({text[start:end] for start, end in lines}) < len(lines):
        yield from (Span(start, end, "NAME", 0.9, LEXICON) for start, end in lines)


def _is_office(text: str, start: int, end: int) -> bool:
    """Whether a word other than a title stands before an item of the list that begins at `start`."""
    before = _BEHIND_WORD.search(text, start, end)
    return before is not None and before["word"].casefold() not in HONORIFICS


def _is_somebody(value: str, text: str) -> bool:
    return is_initials(value, text) or are_capitals(value)


def find_endings(text: str) -> Iterator[Span]:
    """What may be the initials of whoever wrote a line, at its end."""
    for start, end in initials_at_line_ends(text):
        yield Span(start, end, "INITIALS", 0.6, LEXICON)
