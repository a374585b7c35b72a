"""The embedded engine: Ladybug, no server, one folder that only its owner may read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import ladybug
import pandas as pd

from sanon.cypher import Statement, schema, statement
from sanon.errors import ConfigurationError, GraphError
from sanon.graph.engine import arrow_rows, frame_of, result_schema

_DATABASE = "graph.lbdb"
_TAKE_ROWS = re.compile(r"^UNWIND \$rows AS row WITH .*$", re.MULTILINE)


class EmbeddedEngine:
    """One Ladybug database in a folder of its own.

    The folder is created with mode 0700 and a `.gitignore`, since it holds the originals.

    Raises:
        ConfigurationError: the path is a file, or a folder that holds something else.
        GraphError: another process has the graph open, or the file cannot be read.
    """

    transaction_bytes: int | None = None

    def __init__(self, folder: Path) -> None:
        self.address = str(folder)
        _prepare(folder)
        try:
            self._database = ladybug.Database(folder / _DATABASE)
            self._connection = ladybug.Connection(self._database)
        except RuntimeError as error:
            if "lock" in str(error).lower():
                raise GraphError(f"graph {folder}: another process is using it; wait until it is done") from error
            raise GraphError(f"graph {folder}: cannot be opened: {str(error).splitlines()[0]}") from error

    def create_schema(self) -> None:
        """Create the tables that are not there yet."""
        for text in schema("ladybug"):
            self._connection.execute(text)

    def claim(self) -> None:
        """Nothing to do: the file is locked for this process as long as it is open."""

    def read(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> pd.DataFrame:
        """Run a statement that only reads."""
        if rows is not None and rows.empty:
            return frame_of(result_schema(statement).empty_table())
        return frame_of(self._run(statement, rows, parameters).get_as_arrow().cast(result_schema(statement)))

    def write(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> None:
        """Run a statement that writes."""
        if rows is None or not rows.empty:
            self._run(statement, rows, parameters)

    def bulk_load(self, table: str, rows: pd.DataFrame) -> bool:
        """Load rows into an empty table by COPY; properties that are not given are null."""
        if not rows.empty:
            copy = statement(f"load/ladybug/copy_{table}")
            self._run(copy, None, {"rows": arrow_rows(copy, rows)})
        return True

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all or roll back."""
        self._connection.execute("BEGIN TRANSACTION")
        try:
            yield
        except BaseException:
            # A statement that failed has ended the transaction already.
            with suppress(RuntimeError):
                self._connection.execute("ROLLBACK")
            raise
        try:
            self._connection.execute("COMMIT")
        except RuntimeError as error:
            raise GraphError(f"graph {self.address}: could not be written; is the disk full?") from error

    def close(self) -> None:
        """Close the database file."""
        self._connection.close()
        self._database.close()

    def _run(self, statement: Statement, rows: pd.DataFrame | None, parameters: dict[str, Any]) -> Any:
        """Run a statement; rows come in as an Arrow table, fifty times faster than a list of maps."""
        text = statement.text
        if rows is not None:
            text = _TAKE_ROWS.sub("LOAD FROM $rows", text, count=1)
            parameters = parameters | {"rows": arrow_rows(statement, rows)}
        try:
            return self._connection.execute(text, parameters)
        except RuntimeError as error:
            # The engine's message may quote a value: name the statement only.
            kind = str(error).split(":")[0][:40]
            raise GraphError(f"graph {self.address}: statement {statement.name} failed ({kind})") from error


def is_graph(folder: Path) -> bool:
    """Whether a folder holds a graph."""
    return (folder / _DATABASE).exists()


def _prepare(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ConfigurationError(f"graph {folder}: is a file; --graph takes a folder or a bolt:// address")
    if folder.is_dir() and not is_graph(folder) and any(folder.iterdir()):
        raise ConfigurationError(f"graph {folder}: the folder holds something else; name a new or empty one")
    for parent in [*reversed(folder.parents), folder]:
        if not parent.exists():
            parent.mkdir(mode=0o700)
    folder.chmod(0o700)
    (folder / ".gitignore").write_text("*\n", "utf-8")
