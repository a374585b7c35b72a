"""The embedded engine: Ladybug, no server, one folder that only its owner may read."""

from __future__ import annotations

import ctypes
import logging
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import ladybug
import pandas as pd
import pyarrow as pa

from sanon.cypher import Statement, schema, statement
from sanon.errors import ConfigurationError, GraphError, accessing
from sanon.graph.embedded_checksum import Checksum
from sanon.graph.embedded_texts import Texts
from sanon.graph.engine import Engine, arrow_rows, frame_of, result_schema

#: File of the graph in its folder.
DATABASE = "graph.lbdb"
_IGNORE = ".gitignore"
#: Rows and texts that are in memory at a time.
_TRANSACTION_BYTES = 50_000_000
_IN_USE, _NOT_WRITTEN, _NO_ROOM = "Could not set lock", "IO exception", "Cannot write to file"
#: Room on the disk that a checkpoint may need: it copies the pages that it changes.
_CHECKPOINT_TIMES, _CHECKPOINT_BYTES = 4, 4_000_000
_TAKE_ROWS = re.compile(r"^UNWIND \$rows AS row WITH .*$", re.MULTILINE)

_log = logging.getLogger(__name__)


class EmbeddedEngine(Engine):
    """One Ladybug database in a folder of its own.

    The folder is created with mode 0700 and a `.gitignore`, since it holds the originals. Its file is locked for this
    process as long as it is open, which is the claim. Rows have been lost here without a word: `Store` counts what each
    table holds before and after, so nothing is loaded at once. A node has the one label of its table.

    Args:
        read_only: look at a graph that is there, also while another process writes; nothing is made or changed.

    Raises:
        ConfigurationError: the path is a file, or a folder that holds something else.
        GraphError: another process has the graph open, or the file cannot be read.
    """

    transaction_bytes = _TRANSACTION_BYTES

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.address = str(folder)
        if not read_only:
            _prepare(folder)
        self._read_only, self._checksum = read_only, Checksum(folder / DATABASE)
        self._database = _opened(folder, read_only, self._checksum)
        self._connection = ladybug.Connection(self._database)
        self._texts = Texts(folder)
        self._broken = False

    def create_schema(self) -> None:
        """Create the tables that are not there yet, and take out what an interrupted load in bulk has left."""
        self._create_tables()
        self.write(statement("load/ladybug/delete_loading"))

    def _create_tables(self) -> None:
        for text in schema("ladybug"):
            self._execute("schema/ladybug", text)

    def read(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> pd.DataFrame:
        """Run a statement that only reads."""
        if rows is not None and rows.empty:
            return _frame(result_schema(statement).empty_table())
        frame = _frame(self._run(statement, rows, parameters).get_as_arrow().cast(result_schema(statement)))
        if "content" in frame:
            frame["content"] = pd.Series(self._texts.take(frame["content"].tolist()), dtype=object)
        return frame

    def write(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> None:
        """Run a statement that writes."""
        if rows is None or not rows.empty:
            self._run(statement, rows, parameters)

    def bulk_load(self, table: str, rows: pd.DataFrame) -> bool:
        """Append rows by COPY, on disk when it returns; properties that are not given are null.

        A COPY in a transaction is written down by its commit, which appends the lists of each node to those of all
        others anew: mentions of 100,000 documents took 27 seconds so, and 9 by themselves. ROLLBACK leaves parts of it.
        """
        if not rows.empty:
            copy = statement(f"load/ladybug/copy_{table}")
            self._run(copy, None, {"rows": arrow_rows(copy, self._with_places(rows))})
        return True

    def replace_links(self, links: pd.DataFrame) -> bool:
        """Write links into a table of their own, in place of the one that is there.

        Links that were changed in their table before a process was killed could stand between other documents in what
        was recovered (benchmarks/results/durability.md).
        """
        with self.transaction():
            self.write(statement("load/ladybug/drop_links"))
            self._create_tables()
        return self.bulk_load("links", links)

    def forget_texts(self) -> None:
        """Overwrite the texts that neither a document nor the background holds any more."""
        places = self.read(statement("load/ladybug/places_of_texts"))
        self._texts.forget(places["place"].tolist())

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all or roll back."""
        self._execute("transaction", "BEGIN TRANSACTION")
        try:
            yield
        except BaseException:
            # A statement that failed has ended the transaction already.
            with suppress(RuntimeError):
                self._connection.execute("ROLLBACK")
            raise
        self._execute("commit", "COMMIT")

    def close(self) -> None:
        """Close the database file, with its checksum if it may have been written."""
        if not self._read_only and not self._broken:
            self._take_in_log()
        if self._broken:
            return
        with ExitStack() as kept_open:
            if not self._read_only:
                self._checksum.write(kept_open)
            self._connection.close()
            self._database.close()

    def _take_in_log(self) -> None:
        """Bring the log into the file, which nothing changes from then on; where nothing was written there is none.

        A checkpoint that finds the disk full aborts the process: without room the log stays, for the next command.
        """
        try:
            self._connection.execute("CALL force_checkpoint_on_close=false")
            log = Path(self.address) / f"{DATABASE}.wal"
            if log.exists():
                if shutil.disk_usage(log.parent).free < _CHECKPOINT_TIMES * log.stat().st_size + _CHECKPOINT_BYTES:
                    self._abandon()
                else:
                    self._connection.execute("CHECKPOINT")
        except RuntimeError:
            self._abandon()

    def _run(self, statement: Statement, rows: pd.DataFrame | None, parameters: dict[str, Any]) -> Any:
        """Run a statement; rows come in as an Arrow table, fifty times faster than a list of maps."""
        text = statement.text
        if rows is not None:
            text = _TAKE_ROWS.sub("LOAD FROM $rows", text, count=1)
            parameters = parameters | {"rows": arrow_rows(statement, self._with_places(rows))}
        return self._execute(statement.name, text, parameters)

    def _with_places(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Rows as the database holds them: with the place of a text for the text."""
        return rows.assign(content=self._texts.put(rows["content"])) if "content" in rows else rows

    def _execute(self, what: str, text: str, parameters: dict[str, Any] | None = None) -> Any:
        try:
            return self._connection.execute(text, parameters)
        except RuntimeError as error:
            if _NOT_WRITTEN in str(error) or text.startswith("COPY"):
                # Of a COPY that failed parts may stay in memory, which must not come onto the disk.
                self._abandon()
            if _NOT_WRITTEN in str(error):
                raise GraphError(f"graph {self.address}: could not be written; is the disk full?") from error
            # The engine's message may quote a value: name the statement only.
            kind = str(error).split(":")[0][:40]
            raise GraphError(f"graph {self.address}: statement {what} failed ({kind})") from error

    def _abandon(self) -> None:
        """Never close the database: its destructor writes again what could not be written, and aborts the process."""
        if not self._broken:
            self._broken = True
            _leak(self)


def _leak(*objects: object) -> None:
    """Keep objects until the process ends, so that their destructors do not run."""
    for one in objects:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(one))


def _frame(table: pa.Table) -> pd.DataFrame:
    return frame_of(table.columns, table.schema)


def _opened(folder: Path, read_only: bool, checksum: Checksum) -> ladybug.Database:
    if (folder / DATABASE).is_file() and not (folder / DATABASE).stat().st_size:
        # Ladybug would take it for a new one.
        raise GraphError(f"graph {folder}: its file is empty, and so damaged; restore it, or delete the folder")
    is_new = not is_graph(folder)
    checksum.verify()
    if not read_only:
        checksum.forget()
    try:
        return ladybug.Database(folder / DATABASE, read_only=read_only)
    except RuntimeError as error:
        if _IN_USE in str(error):
            raise GraphError(f"graph {folder}: another process is using it; wait until it is done") from error
    # A process that died in the middle of a commit leaves a part of it, which nobody was told to be done. Ladybug
    # refuses such a file unless asked to take that part back.
    try:
        database = ladybug.Database(folder / DATABASE, read_only=read_only, throw_on_wal_replay_failure=False)
    except RuntimeError as error:
        if is_new:
            (folder / DATABASE).unlink(missing_ok=True)
        if _NO_ROOM in str(error):
            raise GraphError(f"graph {folder}: could not be written; is the disk full?") from error
        raise GraphError(
            f"graph {folder}: cannot be opened, and so damaged ({str(error).splitlines()[0]}): restore a copy of the "
            "folder, or load the documents into a new graph"
        ) from error
    _log.warning("graph %s: the last command died while it wrote; what it had not finished is taken back", folder)
    return database


def is_graph(folder: Path) -> bool:
    """Whether a folder holds a graph."""
    return (folder / DATABASE).exists()


def _prepare(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ConfigurationError(f"graph {folder}: is a file; --graph takes a folder or a bolt:// address")
    with accessing(f"graph {folder}", "written", GraphError):
        # One listing: another command may be making this graph, and what it or one that was killed began is no harm.
        held = {child.name for child in folder.iterdir()} if folder.is_dir() else set()
        if held - {_IGNORE} and DATABASE not in held:
            raise ConfigurationError(f"graph {folder}: the folder holds something else; name a new or empty one")
        for parent in [*reversed(folder.parents), folder]:
            if not parent.exists():
                parent.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)
        ignore = folder / _IGNORE
        if not ignore.exists() or not ignore.stat().st_size:
            ignore.write_text("*\n", "utf-8")
