"""CSV: one document a row; columns other than id and text are metadata, as strings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import BinaryIO

from sanon.corpus.record import Columns, Record, checked
from sanon.records import Source
from sanon.text.counting import counted


def read_csv(file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
    """Read a comma-separated table with a header; the line of a row is the one it begins on."""
    # First the whole file: rows before a wrong byte would be read, and those after it lost.
    if wrong := _line_that_is_not_utf8(file):
        yield Record(wrong, "not UTF-8 text")
        return
    file.seek(0)
    # The default limit of 128 kB a cell is shorter than many a text; the limit is the module's, not the reader's.
    csv.field_size_limit(2**31 - 1)
    # newline="" keeps the line breaks inside a cell; strict, because a forgotten quote would swallow the next rows.
    rows = csv.reader(io.TextIOWrapper(file, "utf-8-sig", newline=""), strict=True)
    line = 1
    try:
        header = next(rows, [])
        problem = header_problem(header, columns)
        if problem:
            yield Record(1, problem)
            return
        at_id, at_text = header.index(columns.id), header.index(columns.text)
        rest = [(number, name) for number, name in enumerate(header) if number not in (at_id, at_text)]
        line = rows.line_num + 1
        position = 0
        for row in rows:
            if len(row) == len(header):
                source = Source(
                    path=path,
                    form="csv",
                    position=position,
                    id_field=columns.id,
                    content_field=columns.text,
                    columns=tuple(header),
                )
                metadata = {name: row[number] for number, name in rest}
                yield Record(line, checked(row[at_id], row[at_text], metadata, source))
            elif row:  # a blank line is no row
                yield Record(line, f"{counted(len(row), 'cell')} under {counted(len(header), 'column')}")
            position += bool(row)
            line = rows.line_num + 1
    except csv.Error:
        yield Record(line, "not CSV from this row on")


def _line_that_is_not_utf8(file: BinaryIO) -> int | None:
    """Line of the first byte that is no UTF-8, or None; one line is held at a time."""
    for line, raw in enumerate(file, start=1):
        try:
            raw.decode()
        except UnicodeDecodeError:
            return line
    return None


def header_problem(header: list[str], columns: Columns) -> str | None:
    """Why a table with these columns cannot be read, or None."""
    for name in (columns.id, columns.text):
        if name not in header:
            return f"no column {name!r}; name the columns with --id-column and --text-column"
    if len(set(header)) < len(header):
        return "two columns have the same name"
    return None
