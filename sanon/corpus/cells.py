"""Tables in a text: a row is a line, and its cells are parted by bars.

By bars, since a name may go over blanks and tabs: `Diagnosis` in one cell and `Erdheim` in the next were read as one.
"""

from __future__ import annotations

import re

#: Stand where a cell and a row end, until the text is laid out; control characters, which no text shows.
CELL, ROW = "\x1f", "\x1e"

_ROW_ENDS = re.compile(rf"\s*{CELL}\s*{ROW}")
_CELL_ENDS = re.compile(rf"\s*{CELL}\s*")
_AROUND_LINES = re.compile(r"[ \t]*\n *")
_EMPTY_LINES = re.compile(r"\n{3,}")


def laid_out(text: str) -> str:
    """The text with its rows and cells, without blanks at ends of lines and with one empty line at most."""
    text = _CELL_ENDS.sub(" | ", _ROW_ENDS.sub("\n", text)).replace(ROW, "\n")
    return _EMPTY_LINES.sub("\n\n", _AROUND_LINES.sub("\n", text)).strip("\n ")
