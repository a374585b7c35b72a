"""Initials that stand for a person: behind a label, alone below a note, or of somebody whom the text names in full."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import LEXICON, Span
from sanon.text.initials import initials_at_line_ends, is_initials

_LABELS = (
    "geschrieben getippt gez. Diktat Diktatzeichen Kürzel Bearb. Sachb. Prot. erfasst Schriftführung Schreibdienst "
    "Notes Sgd Inits Initials Noted Taken Logged Written Typed Checked Entered Signed Approved Handled Recorded "
    "Completed Minuted Follow-up Checker rédigé saisi traité vu anotó capturó revisó Seen Read Signed Countersigned "
    "Notatka Przyjęła Przyjął Genoteerd Nota"
)
_LABELLED = re.compile(
    rf"\b(?i:{'|'.join(map(re.escape, _LABELS.split()))})(?!\w)(?: (?:by|par|von|[A-Z]))?[ \t]?[:/-]?[ \t]*"
    r"(?P<initials>[^\W\d_]{2,3})(?=[ \t]*(?:[\n).:;,|/\"“„]|$)|[ \t]{2})"
)
#: The last line of a note, below a sentence that is over.
_SIGNED = re.compile(
    r"[.!?)][ \t]*\n{1,2}[ \t]*[-–—/]{0,2}[ \t]?(?P<initials>[^\W\d_]{2,3})\.?[ \t]*(?=\n[ \t]*\n|\s*$)"
)


def find_initials(text: str) -> Iterator[Span]:
    """Initials behind a label, and alone in the last line of a note."""
    for pattern in (_LABELLED, _SIGNED):
        for match in pattern.finditer(text):
            if is_initials(match["initials"], text):
                yield Span(match.start("initials"), match.end("initials"), "NAME", 0.9, keyed=True)


def find_endings(text: str) -> Iterator[Span]:
    """What may be the initials of whoever wrote a line, at its end."""
    for start, end in initials_at_line_ends(text):
        yield Span(start, end, "NAME", 0.6, LEXICON)
