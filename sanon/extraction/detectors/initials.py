"""Initials that stand for a person: behind a label, alone below a note, or of somebody whom the text names in full."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import LEXICON, Span
from sanon.text.frequencies import frequencies, is_everyday

#: From this zipf value on two letters are a word or an abbreviation that everybody uses ("hr", "am", "UK").
_EVERYDAY = 4.2
_INITIALS = re.compile(r"[^\W\d_]{2,3}|[^\W\d_]\.[ -]?[^\W\d_]\.")
_LABELS = (
    "geschrieben getippt gez. Diktat Diktatzeichen Kürzel Bearb. Sachb. Prot. erfasst Schriftführung Schreibdienst "
    "Notes Sgd Inits Initials Noted Taken Logged Written Typed Checked Entered Signed Approved Handled Recorded "
    "Completed Minuted Follow-up Checker rédigé saisi traité vu anotó capturó revisó"
)
_LABELLED = re.compile(
    rf"\b(?i:{'|'.join(map(re.escape, _LABELS.split()))})(?!\w)(?: (?:by|par|von|[A-Z]))?[ \t]?[:/-]?[ \t]*"
    r"(?P<initials>[^\W\d_]{2,3})(?=[ \t]*(?:[\n).;,|/]|$))"
)
#: The last line of a note, below a sentence that is over.
_SIGNED = re.compile(
    r"[.!?)][ \t]*\n{1,2}[ \t]*[-–—/]{0,2}[ \t]?(?P<initials>[^\W\d_]{2,3})\.?[ \t]*(?=\n[ \t]*\n|\s*$)"
)
#: The end of a line behind what parts it from the sentence; the tagger must agree.
_ENDING = re.compile(
    r"(?:[.,;–—!?)-][ \t]|[ \t]{3}|;|^|[–—/][ \t]?|\b(?:p\.\s?[op]\.|i\.\s?[AV]\.) )"
    r"(?P<initials>[^\W\d_]{2,3})[./\])]?[ \t]*$",
    re.MULTILINE,
)


def is_initials(value: str, text: str) -> bool:
    """Whether a value is two or three letters that are no everyday word, in English and the language of the text."""
    if not _INITIALS.fullmatch(value) or not (value.isupper() or value.islower() or len(value) == 2):
        return False
    return frequencies("en").zipf(value.casefold()) < _EVERYDAY and not is_everyday(value, text)


def find_initials(text: str) -> Iterator[Span]:
    """Initials behind a label, and alone in the last line of a note."""
    for pattern in (_LABELLED, _SIGNED):
        for match in pattern.finditer(text):
            if is_initials(match["initials"], text):
                yield Span(match.start("initials"), match.end("initials"), "NAME", 0.9, keyed=True)


def find_endings(text: str) -> Iterator[Span]:
    """What may be the initials of whoever wrote a line, at its end."""
    for match in _ENDING.finditer(text):
        if is_initials(match["initials"], text):
            yield Span(match.start("initials"), match.end("initials"), "NAME", 0.6, LEXICON)
