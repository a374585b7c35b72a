"""What a store needs of a graph engine: read, write, a schema, a transaction. One class per engine implements it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol

import pandas as pd
import pyarrow as pa

from sanon.cypher import Statement

_ARROW_TYPES = {
    "STRING": pa.string(),
    "DOUBLE": pa.float64(),
    "INT64": pa.int64(),
    "BOOLEAN": pa.bool_(),
    "STRING[]": pa.list_(pa.string()),
}


def arrow_rows(statement: Statement, rows: pd.DataFrame) -> pa.Table:
    """The columns that a statement declares for `$rows`, in its order and with its types."""
    fields = pa.schema([(name, _ARROW_TYPES[kind]) for name, kind in statement.rows.items()])
    return pa.Table.from_pandas(rows[fields.names], schema=fields, preserve_index=False)


def result_schema(statement: Statement) -> pa.Schema:
    """The columns that a statement declares as its result."""
    return pa.schema([(name, _ARROW_TYPES[kind]) for name, kind in statement.columns.items()])


def frame_of(table: pa.Table) -> pd.DataFrame:
    """A result as a data frame, the same from every engine: an absent text is None, a list a list, numbers NumPy's."""
    frame: pd.DataFrame = table.to_pandas()
    for name, field in zip(frame.columns, table.schema, strict=True):
        if pa.types.is_string(field.type):
            frame[name] = frame[name].astype(object).where(frame[name].notna(), None)
        elif pa.types.is_list(field.type):
            lists = [None if cell is None else cell.tolist() for cell in frame[name]]
            frame[name] = pd.Series(lists, index=frame.index, dtype=object)
    return frame


def is_address(text: str) -> bool:
    """Whether a text names a server; if not, a folder."""
    return "://" in text


class Engine(Protocol):
    """A Cypher engine with one graph open."""

    #: Folder or URI, to show.
    address: str

    @property
    def transaction_bytes(self) -> int | None:
        """About how much may be written in one transaction; None for any amount."""

    def create_schema(self) -> None:
        """Create tables or constraints; safe to run again."""

    def claim(self) -> None:
        """Be the only one that writes, until the graph is closed; safe to call again.

        Raises:
            GraphError: another command is writing.
        """

    def read(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> pd.DataFrame:
        """Run a statement that only reads; columns and types as it declares, `rows` is its `$rows`."""

    def write(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> None:
        """Run a statement that writes; `rows` is its `$rows`, in any number."""

    def bulk_load(self, table: str, rows: pd.DataFrame) -> bool:
        """Load rows of `documents`, `entities`, `mentions` or `links` into an empty table in bulk.

        Returns:
            Whether the engine has such a way; if not, nothing was written.
        """

    def transaction(self) -> AbstractContextManager[None]:
        """All writes inside become visible together, or none does."""

    def close(self) -> None:
        """Close the graph; nothing acknowledged is lost."""
