"""Initials that stand for a person: behind a label, alone below a note, or of somebody whom the text names in full."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text.frequencies import frequencies

#: From this zipf value on two letters are a word or an abbreviation that everybody uses ("hr", "am", "UK").
_EVERYDAY = 4.2
_INITIALS = re.compile(r"[^\W\d_]{2,3}|[^\W\d_]\.[ -]?[^\W\d_]\.")
_LABELLED = re.compile(
    r"\b(?:geschrieben(?: von)?|getippt(?: von)?|gez\.|Diktat|Diktatzeichen|Kürzel|Bearb\.|Sachb\.|Prot\.|Notes|sgd\.?|"
    r"[Ii]nit(?:ial)?s?|"
    r"(?:[Nn]oted|[Tt]aken|[Ll]ogged|[Ww]ritten|[Tt]yped|[Cc]hecked|[Ee]ntered|[Ss]igned|[Aa]pproved|[Hh]andled|"
    r"[Rr]ecorded|[Cc]ompleted|[Cc]hecker \w) ?(?:by)?|(?:rédigé|saisi|traité|vu) par|(?:anotó|capturó|revisó))"
    r"[ \t]?[:/-]?[ \t]*(?P<initials>[^\W\d_]{2,3})(?=[ \t]*(?:[\n).;,|/]|$))"
)
#: The last line of a note, below a sentence that is over.
_SIGNED = re.compile(
    r"[.!?)][ \t]*\n{1,2}[ \t]*[-–—/]{0,2}[ \t]?(?P<initials>[^\W\d_]{2,3})\.?[ \t]*(?=\n[ \t]*\n|\s*$)"
)


def is_initials(value: str) -> bool:
    """Whether a value is two or three letters that are no everyday word."""
    if not _INITIALS.fullmatch(value) or not (value.isupper() or value.islower() or len(value) == 2):
        return False
    return frequencies("en").zipf(value.casefold()) < _EVERYDAY


def find_initials(text: str) -> Iterator[Span]:
    """Initials behind a label, and alone in the last line of a note."""
    for pattern in (_LABELLED, _SIGNED):
        for match in pattern.finditer(text):
            if is_initials(match["initials"]):
                yield Span(match.start("initials"), match.end("initials"), "NAME", 0.9, keyed=True)
