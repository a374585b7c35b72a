"""Parquet: one document a row; columns other than id and text are metadata, as JSON values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import pyarrow as pa
import pyarrow.types as t

from sanon.corpus.readers.base import Reader
from sanon.corpus.readers.csv_reader import header_problem
from sanon.corpus.record import Columns, Record, checked
from sanon.corpus.writing import columns_of, row_of
from sanon.records import Document, Source

if TYPE_CHECKING:
    import pyarrow.parquet as pq

#: Rows whose texts are in memory at a time.
_ROWS_AT_ONCE = 1_000


class ParquetReader(Reader):
    """A table of Apache Parquet."""

    name = "parquet"
    summary = "a table of Apache Parquet, one document a row"
    suffixes = (".parquet",)

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Read a table, some rows at a time; the line of a row is its number from 1.

        Ids may be integers: the document's id is their decimal text, and they are written back as integers.
        Timestamps, dates, times and decimals become text; their types are kept in `Source.column_types`.
        """
        import pyarrow.parquet as pq  # 40 ms, spent only by those who read or write Parquet

        try:
            table = pq.ParquetFile(file)
            problem = header_problem(table.schema_arrow.names, columns) or _unsupported(table.schema_arrow)
            if problem:
                yield Record(None, problem)
                return
            types = _kept_types(table)
            for first, batch in _batches(table):
                yield from _rows(batch, first, path, columns, types)
        except (pa.ArrowException, OSError, ValueError):
            yield Record(None, "not Parquet, or damaged")

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write the rows of the file, in the types that it had as far as their values allow."""
        import pyarrow.parquet as pq

        known: dict[str, str] = {}
        for document in documents:
            known |= document.source.column_types
        told: dict[str, list[pa.DataType]] = {name: [] for name in columns_of(documents)}
        for rows in _portions(documents):
            for name, types in told.items():
                types.append(_type_of([row.get(name) for row in rows], known.get(name)))
        schema = pa.schema([(name, _common_type(types)) for name, types in told.items()])
        with pq.ParquetWriter(target, schema) as writer:
            for rows in _portions(documents):
                columns = [_column_of([row.get(field.name) for row in rows], field.type) for field in schema]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))


def _portions(documents: Sequence[Document]) -> Iterator[list[dict[str, Any]]]:
    """Rows whose texts are in memory at a time."""
    rows = map(row_of, documents)
    while portion := list(islice(rows, _ROWS_AT_ONCE)):
        yield portion


def _batches(table: pq.ParquetFile) -> Iterator[tuple[int, pa.Table]]:
    """The number of the first row, from 0, and so many rows."""
    first = 0
    for batch in table.iter_batches(_ROWS_AT_ONCE):
        yield first, pa.Table.from_batches([batch])
        first += batch.num_rows


def _kept_types(table: pq.ParquetFile) -> dict[str, str]:
    """Arrow types by column that the writer can make from the texts of all rows again."""
    kept: dict[str, str | None] = {}
    for _, rows in _batches(table):
        for name in rows.column_names:
            kind = _as_json(rows.column(name))[1]
            kept[name] = kind if kept.get(name, kind) == kind else None
    return {name: kind for name, kind in kept.items() if kind}


def _rows(table: pa.Table, first: int, path: str, columns: Columns, types: dict[str, str]) -> Iterator[Record]:
    values = {name: _as_json(table.column(name))[0] for name in table.column_names}
    if t.is_integer(table.schema.field(columns.id).type):
        values[columns.id] = [None if value is None else str(value) for value in values[columns.id]]
    rest = [name for name in table.column_names if name not in (columns.id, columns.text)]
    for row in range(table.num_rows):
        source = Source(
            path=path,
            form=ParquetReader.name,
            position=first + row,
            id_field=columns.id,
            content_field=columns.text,
            column_types=types,
            columns=tuple(table.column_names),
        )
        metadata = {name: values[name][row] for name in rest}
        found = checked(values[columns.id][row], values[columns.text][row], metadata, source)
        yield Record(first + row + 1, found)


def _unsupported(schema: pa.Schema) -> str | None:
    for number, field in enumerate(schema, start=1):
        if not _readable(field.type):
            return f"column {number} has the type {str(field.type).partition('<')[0]}, which has no text"
    return None


def _readable(kind: pa.DataType, inside: bool = False) -> bool:
    if t.is_dictionary(kind):
        return _readable(kind.value_type, inside)
    if t.is_list(kind) or t.is_large_list(kind) or t.is_fixed_size_list(kind):
        return _readable(kind.value_type, inside=True)
    if t.is_struct(kind):
        return all(_readable(field.type, inside=True) for field in kind)
    plain = t.is_string(kind) or t.is_large_string(kind) or t.is_string_view(kind)
    plain = plain or t.is_boolean(kind) or t.is_integer(kind) or t.is_floating(kind) or t.is_null(kind)
    return bool(plain or (not inside and _has_text_form(kind)))


def _has_text_form(kind: pa.DataType) -> bool:
    return bool(t.is_timestamp(kind) or t.is_date(kind) or t.is_time(kind) or t.is_duration(kind) or t.is_decimal(kind))


def _as_json(column: pa.ChunkedArray) -> tuple[list[Any], str | None]:
    """Give the values as JSON holds them, and the Arrow type if the writer can make it from them again."""
    if t.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    kind = column.type
    if t.is_nested(kind) or t.is_null(kind):
        return column.to_pylist(), None
    if not _has_text_form(kind):
        return column.to_pylist(), str(kind)
    text = column.cast(pa.string())
    try:
        back = text.cast(kind).equals(column)
    except pa.ArrowException:  # times and durations; years before 0
        back = False
    return text.to_pylist(), str(kind) if back else None


_ZONED = re.compile(r"timestamp\[(s|ms|us|ns), tz=(.+)\]")
_DECIMAL = re.compile(r"(decimal(?:32|64|128|256))\((\d+), (-?\d+)\)")


def _type_of(values: Sequence[Any], kind: str | None) -> pa.DataType:
    """The type of a column, as far as some of its values tell.

    A date that was masked is no date any more: a column that holds one becomes text.

    Args:
        values: JSON values.
        kind: the Arrow type it was read as, by its name, if known.
    """
    wanted = _type_named(kind)
    if wanted is not None:
        return wanted if _column_of(values, wanted) is not None else pa.string()
    if not any(isinstance(value, str) for value in values):
        try:
            return pa.array(values).type
        except pa.ArrowException:  # values of several kinds
            pass
    return pa.string()


def _common_type(types: Iterable[pa.DataType]) -> pa.DataType:
    """The type of a whole column, from those of its parts: text where they differ."""
    told = {kind for kind in types if not t.is_null(kind)}
    if not told:
        return pa.null()
    return told.pop() if len(told) == 1 else pa.string()


def _column_of(values: Sequence[Any], kind: pa.DataType) -> pa.Array | None:
    """Make a column, or a part of one; None if a value is not of this type."""
    try:
        if t.is_string(kind) or t.is_large_string(kind) or t.is_string_view(kind):
            return pa.array([_as_text(value) for value in values], type=kind)
        if any(isinstance(value, str) for value in values):
            texts = [None if value is None else str(value) for value in values]
            column = pa.array(texts, type=pa.string()).cast(kind)
            # "007" parses as 7, which would be another id.
            return column if column.cast(pa.string()).to_pylist() == texts else None
        return pa.array(values, type=kind)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None


def _type_named(kind: str | None) -> pa.DataType | None:
    if kind is None:
        return None
    if zoned := _ZONED.fullmatch(kind):
        return pa.timestamp(zoned[1], tz=zoned[2])
    if decimal := _DECIMAL.fullmatch(kind):
        return getattr(pa, decimal[1])(int(decimal[2]), int(decimal[3]))
    try:
        return pa.type_for_alias(kind)
    except ValueError:
        return None


def _as_text(value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
