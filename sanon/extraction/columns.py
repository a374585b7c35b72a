"""Columns of tables within a text: codes of one form, and initials, stand for people where most of the column do."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from sanon.extraction.detectors.tables import FIRM, RULE, Cell, cells_of
from sanon.extraction.kinds import NUMBERS
from sanon.extraction.span import Span
from sanon.records import TAGGER

_FIGURE, _LETTER, _CAPITALS = re.compile(r"\d"), re.compile(r"[^\W\d_]"), re.compile(r"[A-ZÄÖÜ]{2,3}")
#: So many rows make a table, and so many cells a row.
_LEAST_ROWS, _LEAST_CELLS = 3, 3
#: So many cells of a form must have been found before others follow them.
_LEAST_FOUND = 2


def along_columns(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """Cells that were not found, of columns in which at least half of the cells of their form were."""
    found = {(span.start, span.end): span for span in spans if span.kind in NUMBERS or span.kind == "NAME"}
    if not found:
        return
    for column in _columns(text):
        alike: defaultdict[str, list[Cell]] = defaultdict(list)
        for cell in column:
            if form := _form(text[cell.start : cell.end]):
                alike[form].append(cell)
        for cells in alike.values():
            yield from _following(text, cells, found)


def _following(text: str, cells: list[Cell], found: dict[tuple[int, int], Span]) -> Iterator[Span]:
    known = [found[cell] for cell in cells if cell in found]
    if len(known) >= max(_LEAST_FOUND, len(cells) / 2):
        like = min(known, key=lambda span: span.confidence)
        values = {text[span.start : span.end] for span in known}
        for start, end in cells:
            if text[start:end] not in values:
                yield replace(like, start=start, end=end, found_by=TAGGER, normal=None, keyed=False)


def _form(value: str) -> str:
    """How a code is written, or that a value is initials; empty for what else stands in a cell."""
    if _CAPITALS.fullmatch(value):
        return "initials"
    return _LETTER.sub("A", _FIGURE.sub("0", value)) if " " not in value and _FIGURE.search(value) else ""


def _columns(text: str) -> Iterator[tuple[Cell, ...]]:
    """The columns of all tables whose cells a sign parts that stands in no sentence."""
    for (_, count), rows in groupby(_rows(text), key=lambda row: (row[0], len(row[1]))):
        cells = [row for _, row in rows]
        if count >= _LEAST_CELLS and len(cells) >= _LEAST_ROWS:
            yield from zip(*cells, strict=True)


def _rows(text: str) -> Iterator[tuple[str, list[Cell]]]:
    """The lines of a text with the sign that parts them and their cells; blank lines and rules are left out."""
    at = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        if body.strip() and not RULE.fullmatch(body):
            delimiter = next((sign for sign in FIRM if sign in body), "")
            cells = cells_of(body, delimiter) if delimiter else []
            yield delimiter, [Cell(at + cell.start, at + cell.end) for cell in cells]
        at += len(line)
