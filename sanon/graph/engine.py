"""What a store needs of a graph engine: read, write, a schema, a transaction. One class per engine implements it."""

from __future__ import annotations

import itertools
import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol

import numpy as np
import pandas as pd
import pyarrow as pa

from sanon.cypher import Statement, statement
from sanon.errors import ConfigurationError

#: localhost:7687, [::1]:7687, bolt:example.org, neo4j+s:example.org:7687/
_HOST_AND_PORT = re.compile(r"(?:(?:bolt|neo4j)(?:\+s|\+ssc)?:.*|[\w.-]+:\d{1,5}/?|\[[0-9a-f:]+\](?::\d{1,5})?/?)")

_ARROW_TYPES = {
    "STRING": pa.string(),
    "DOUBLE": pa.float64(),
    "INT64": pa.int64(),
    "BOOLEAN": pa.bool_(),
    "STRING[]": pa.list_(pa.string()),
    "DOUBLE[]": pa.list_(pa.float64()),
    "STRING[][]": pa.list_(pa.list_(pa.string())),
}


def arrow_rows(statement: Statement, rows: pd.DataFrame) -> pa.Table:
    """The columns that a statement declares for `$rows`, in its order and with its types."""
    fields = pa.schema([(name, _ARROW_TYPES[kind]) for name, kind in statement.rows.items()])
    return pa.Table.from_pandas(rows[fields.names], schema=fields, preserve_index=False)


def result_schema(statement: Statement) -> pa.Schema:
    """The columns that a statement declares as its result."""
    return pa.schema([(name, _ARROW_TYPES[kind]) for name, kind in statement.columns.items()])


def frame_of(columns: Iterable[Sequence[Any] | pa.ChunkedArray], schema: pa.Schema) -> pd.DataFrame:
    """A result as a data frame, the same from every engine: an absent text is None, a list a list, numbers NumPy's.

    Args:
        columns: each as Arrow has it, or as a sequence of Python's own types.
        schema: their names and types.
    """
    return pd.DataFrame(
        {field.name: _series(column, field.type) for column, field in zip(columns, schema, strict=True)}
    )


def _series(column: Sequence[Any] | pa.ChunkedArray, kind: pa.DataType) -> pd.Series[Any]:
    if pa.types.is_list(kind) or pa.types.is_string(kind):
        if isinstance(column, pa.ChunkedArray):
            column = list(itertools.chain.from_iterable(map(_cells, column.chunks)))
        return pd.Series(column, dtype=object)
    # Arrow also sees to it that a number is one.
    array = column if isinstance(column, pa.ChunkedArray) else pa.array(column, kind)
    return pd.Series(array.to_pandas())


def _cells(array: pa.Array) -> list[Any]:
    """The cells of a column in Python's own types: lists are cut from one list of what is in all of them."""
    if not isinstance(array, pa.ListArray):
        return array.to_numpy(zero_copy_only=False).tolist()  # type: ignore[no-any-return]
    inside = _cells(array.values)
    cells: list[Any] = [inside[begin:end] for begin, end in itertools.pairwise(array.offsets.to_pylist())]
    for absent in np.flatnonzero(array.is_null()).tolist():
        cells[absent] = None
    return cells


def is_address(text: str) -> bool:
    """Whether a text names a server; if not, a folder.

    Raises:
        ConfigurationError: it reads like a server without its scheme, and a folder would be made of it.
    """
    if "://" not in text and _HOST_AND_PORT.fullmatch(text):
        raise ConfigurationError(
            f"graph {text}: a server is named bolt://{text.removeprefix('bolt:').removeprefix('neo4j:').strip('/')}; "
            f"a folder of that name ./{text}"
        )
    return "://" in text


class Engine(Protocol):
    """A Cypher engine with one graph open. What an engine does not say, it does as here: nothing.

    Attributes:
        address: folder or URI, to show.
        transaction_bytes: about how much may be written in one transaction; None for any amount.
    """

    address: str
    transaction_bytes: int | None

    def create_schema(self) -> None:
        """Create the tables, or the constraints and indexes, that are not there yet.

        Raises:
            ConfigurationError: a server's database holds nodes of the same labels that are not sAnon's.
        """

    def claim(self) -> None:
        """Be the only one that writes, until the graph is closed; safe to call again.

        Raises:
            GraphError: another command is writing.
        """
        return

    @abstractmethod
    def read(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> pd.DataFrame:
        """Run a statement that only reads; columns and types as it declares, `rows` is its `$rows`."""

    @abstractmethod
    def write(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> None:
        """Run a statement that writes; `rows` is its `$rows`, in any number."""

    def bulk_load(self, table: str, rows: pd.DataFrame) -> bool:
        """Append rows of `documents`, `entities` or `mentions` in bulk, none of which is there.

        They are all visible when it returns, and on disk. Not in a transaction.

        Returns:
            Whether the engine has such a way; if not, nothing was written.
        """
        return False

    def load_documents(self, rows: pd.DataFrame) -> int | None:
        """Write documents, as `load/upsert_documents` does.

        Returns:
            How many were written; None if the engine cannot tell, and nothing was.
        """
        return None

    def load_mentions(self, entities: pd.DataFrame, mentions: pd.DataFrame) -> int | None:
        """Write entities and new mentions of them together; an entity that is there keeps its decision.

        Args:
            entities: columns id, value, type, weight; each once.
            mentions: columns source_id, entity_id, relevance, original_values, found_by, person, confidence; of
                documents that are in the graph and have no mentions there.

        Returns:
            How many mentions were written; None if the engine has no such way, and nothing was.
        """
        return None

    def replace_links(self, links: pd.DataFrame) -> bool:
        """Put links in the place of all that are there, in bulk. Not in a transaction.

        Returns:
            Whether the engine has such a way; if not, nothing was written.
        """
        return False

    def create_links(self, links: pd.DataFrame) -> None:
        """Write links, as `derive/write_links` takes them, between documents that have none."""
        self.write(statement("derive/write_links"), links)

    def forget_texts(self) -> None:
        """Leave nothing on disk of texts that no document holds any more, where that is this engine's to do."""
        return

    def label_masked(self) -> None:
        """Let masked entities be told apart by a label, where nodes can have a second one; for drawings only."""
        return

    @abstractmethod
    def transaction(self) -> AbstractContextManager[None]:
        """All writes inside become visible together, or none does; reads inside see them."""

    def overlapping_commits(self) -> AbstractContextManager[None]:
        """Transactions inside may be committed while the next one loads documents and mentions.

        They are committed in their order, all by the end, and whatever else is read or written comes after them.
        """
        return nullcontext()

    def close(self) -> None:
        """Close the graph; nothing acknowledged is lost."""
