"""CSV: one document a row; columns other than id and text are metadata, as strings."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from pydantic import JsonValue

from sanon.corpus.readers.base import Reader
from sanon.corpus.record import Columns, Record, checked
from sanon.corpus.writing import columns_of, row_of
from sanon.records import Document, Source
from sanon.text.counting import counted

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
#: Shown as it is: 12, -3.5, +442079460958.
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*")


class CsvReader(Reader):
    """A comma-separated table with a header."""

    name = "csv"
    summary = "a table, one document a row"
    suffixes = (".csv",)

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
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
            header = [plain(cell) if columns.csv_safe else cell for cell in next(rows, [])]
            problem = header_problem(header, columns)
            if problem:
                yield Record(1, problem)
                return
            at_id, at_text = header.index(columns.id), header.index(columns.text)
            rest = [(number, name) for number, name in enumerate(header) if number not in (at_id, at_text)]
            line = rows.line_num + 1
            position = 0
            for cells in rows:
                row = list(map(plain, cells)) if columns.csv_safe else cells
                if len(row) == len(header):
                    source = Source(
                        path=path,
                        form=cls.name,
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

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write the rows of the file."""
        columns = columns_of(documents)
        with target.open("w", encoding="utf-8", newline="") as file:
            # CRLF as in RFC 4180; the csv module quotes a lone "\r" in a cell only if the line end holds one.
            rows = csv.writer(file, lineterminator="\r\n")
            rows.writerow(columns)
            for document in documents:
                row = row_of(document)
                rows.writerow([_as_cell(row.get(column)) for column in columns])

    @classmethod
    def make_safe(cls, file: Path) -> int:
        """Put an apostrophe before what is a formula for a spreadsheet (OWASP, "CSV injection").

        A cell that begins with such an apostrophe already gets another one, so that all of it can be undone.
        """
        changed = 0
        made = file.with_name(f"{file.name}.safe")
        with (
            file.open(encoding="utf-8", newline="") as old,
            made.open("w", encoding="utf-8", newline="") as new,
        ):
            rows = csv.writer(new, lineterminator="\r\n")
            for row in csv.reader(old):
                cells = [safe(cell) for cell in row]
                changed += sum(one != other for one, other in zip(row, cells, strict=True))
                rows.writerow(cells)
        if changed:
            made.replace(file)
        else:
            made.unlink()
        return changed


def safe(cell: str) -> str:
    """A cell that is a text for every spreadsheet."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def plain(cell: str) -> str:
    """The cell that a safe one was made from."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def _as_cell(value: JsonValue) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


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
