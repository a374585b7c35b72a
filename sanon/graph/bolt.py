"""The engine of a team: Neo4j over Bolt, by the official driver."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import SplitResult, urlsplit

import neo4j
import pandas as pd
import pyarrow as pa
from neo4j.exceptions import DriverError, Neo4jError

from sanon import __version__
from sanon.cypher import Statement, schema, statement
from sanon.errors import ConfigurationError, GraphError
from sanon.graph.bolt_errors import explained
from sanon.graph.engine import arrow_rows, frame_of, result_schema

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")

_BOLT_PORT = 7687
#: Rows sent with one statement.
_ROWS_AT_ONCE = 10_000
#: A server of 512 MB heap gives all its transactions 350 MB, and a written byte takes several there.
_TRANSACTION_BYTES = 16_000_000
#: Seconds until a host that does not answer counts as unreachable.
_CONNECT_TIMEOUT = 10.0
#: Seconds to wait for another command that is about to end.
_CLAIM_TIMEOUT = 1.0
_MAJOR = re.compile(r"\d+")
_SYSTEM = "system"
#: Later servers, called by the year (2025.01), speak the Cypher of 5 too.
_TESTED_MAJOR = 5

#: What closing a connection may raise that was lost or interrupted in the middle of a message.
_BROKEN = (Neo4jError, DriverError, OSError)

_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)
# The driver's own messages are for who configures logging; an error is one line of ours.
logging.getLogger("neo4j").addHandler(logging.NullHandler())


class BoltEngine:
    """One database of a Neo4j server.

    Statements outside of `transaction` are managed transactions that the driver tries again when the connection or a
    lock is lost; every statement may run twice.

    Args:
        uri: `bolt://host:7687` or `neo4j://host:7687`; with `+s` encrypted, with `+ssc` by a self-signed certificate.
        username, password: of the server; no password means a server without authentication.
        database: name of the database, always named.

    Raises:
        ConfigurationError: not such an address.
        GraphError: unreachable, refused, or no Neo4j 5.
    """

    transaction_bytes: int | None = _TRANSACTION_BYTES

    def __init__(self, uri: str, *, username: str, password: str | None, database: str) -> None:
        parts = _checked(uri)
        if database == _SYSTEM:
            raise ConfigurationError(f"graph {uri}: database {database} holds no graph; set NEO4J_DATABASE")
        self.address = uri
        self._database = database
        self._transaction: neo4j.Transaction | None = None
        self._claim: tuple[neo4j.Session, neo4j.Transaction] | None = None
        self._driver = neo4j.GraphDatabase.driver(
            uri,
            auth=(username, password) if password else None,
            user_agent=f"sanon/{__version__}",
            connection_timeout=_CONNECT_TIMEOUT,
            # Hints about a statement would quote its text on stderr.
            notifications_min_severity="OFF",
            telemetry_disabled=True,
        )
        # One session for all: its bookmarks make a cluster show what was written before.
        self._session = self._new_session()
        try:
            self._require_neo4j_5(parts)
        except BaseException:
            self.close()
            raise

    def create_schema(self) -> None:
        """Create the constraints that are not there yet; a graph that has them is not touched.

        Raises:
            ConfigurationError: the database holds nodes of the same labels that are not sAnon's.
        """
        present = set(self.read(statement("server/neo4j/constraints"))["name"])
        missing = [text for text in schema("neo4j") if text.split()[2] not in present]
        if not missing:
            return
        if self.read(statement("server/neo4j/foreign_nodes"))["nodes"].iloc[0]:
            raise ConfigurationError(
                f"graph {self.address}: database {self._database} holds documents or entities of another program; "
                "name an empty database with NEO4J_DATABASE"
            )
        for text in missing:
            self._attempt("schema/neo4j", lambda text=text: self._session.run(text).consume())  # type: ignore[misc]
        self.write(statement("server/neo4j/await_indexes"))

    def claim(self) -> None:
        """Hold a lock in an open transaction; the server lets it go with the connection, however the command ends."""
        if self._claim is not None:
            return
        # A lock waits without end, and a timeout would also end the transaction that got it: so try, let go, and take.
        # Two that try in the same instant do not get both; the second waits.
        for timeout in (_CLAIM_TIMEOUT, 0.0):
            session = self._new_session()
            transaction = self._attempt("server/neo4j/claim", lambda: _locked(session, timeout))  # noqa: B023 - runs here
            if timeout:
                session.close()
            else:
                self._claim = session, transaction

    def read(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> pd.DataFrame:
        """Run a statement that only reads, on a server that lets it only read."""
        declared = result_schema(statement)
        found = [
            self._run(self._session.execute_read, statement, batch, lambda result: _table(result, declared))
            for batch in _batches(statement, rows, parameters)
        ]
        return frame_of(pa.concat_tables(found) if found else declared.empty_table())

    def write(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> None:
        """Run a statement that writes; 10,000 rows at a time."""
        for batch in _batches(statement, rows, parameters):
            self._run(self._session.execute_write, statement, batch, neo4j.Result.consume)

    def bulk_load(self, table: str, rows: pd.DataFrame) -> bool:
        """Nothing: 88,000 mentions take as long to create as to merge, which may be sent twice."""
        return False

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One explicit transaction; reads inside see its writes."""
        transaction = self._attempt("transaction", self._session.begin_transaction)
        self._transaction = transaction
        try:
            yield
            self._attempt("commit", transaction.commit)
        except BaseException:
            # What ended it is to be told, not that the connection does not even take a rollback.
            with suppress(*_BROKEN):
                transaction.close()
            raise
        finally:
            self._transaction = None

    def close(self) -> None:
        """Close the connections; what was committed stays."""
        for part in (*reversed(self._claim or ()), self._session, self._driver):
            with suppress(*_BROKEN):
                part.close()

    def _new_session(self) -> neo4j.Session:
        return self._driver.session(database=self._database, fetch_size=_ROWS_AT_ONCE)

    def _require_neo4j_5(self, parts: SplitResult) -> None:
        version = statement("server/neo4j/version")
        with explained(self.address, self._database, version.name, parts.port or _BOLT_PORT):
            # Not a managed transaction: it would try an address where nobody listens for half a minute.
            found = frame_of(_table(self._session.run(version.text), result_schema(version)))
        name, number = found["name"].iloc[0], found["version"].iloc[0]
        major = _MAJOR.match(number)
        if major is None or int(major[0]) < _TESTED_MAJOR:
            raise GraphError(f"graph {self.address}: {name} {number} answers; sAnon needs Neo4j 5 or later")
        if int(major[0]) != _TESTED_MAJOR:
            _log.warning(
                "graph %s: %s %s is newer than the Neo4j 5 that sAnon is tested with", self.address, name, number
            )

    def _run(
        self,
        managed: Callable[[Callable[[neo4j.ManagedTransaction], _Result]], _Result],
        statement: Statement,
        parameters: dict[str, Any],
        use: Callable[[neo4j.Result], _Result],
    ) -> _Result:
        """Run in the explicit transaction that is open, or else in a managed one."""
        if self._transaction is not None:
            transaction = self._transaction
            return self._attempt(statement.name, lambda: use(transaction.run(statement.text, parameters)))
        return self._attempt(
            statement.name, lambda: managed(lambda transaction: use(transaction.run(statement.text, parameters)))
        )

    def _attempt(self, what: str, action: Callable[[], _Result]) -> _Result:
        with explained(self.address, self._database, what):
            return action()


def _checked(uri: str) -> SplitResult:
    """Take an address apart.

    Raises:
        ConfigurationError: not an address of a Neo4j server; the message does not repeat a password in it.
    """
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise ConfigurationError("the address of the graph is not one; write bolt://HOST:7687") from None
    if parts.username is not None or parts.password is not None:
        raise ConfigurationError(
            f"graph {parts.scheme}://…@{host}: an address holds no user; set NEO4J_USERNAME and NEO4J_PASSWORD"
        )
    if parts.scheme not in SCHEMES:
        raise ConfigurationError(f"graph {uri}: sAnon speaks Bolt; write bolt://HOST:7687 or neo4j://HOST:7687")
    if not host or parts.path.strip("/") or parts.query or parts.fragment:
        raise ConfigurationError(
            f"graph {uri}: write {parts.scheme}://HOST:7687; a database is named with NEO4J_DATABASE"
        )
    return parts


def _locked(session: neo4j.Session, timeout: float) -> neo4j.Transaction:
    """A transaction that holds the lock of the graph; 0 for one that never ends by itself."""
    transaction = session.begin_transaction(timeout=timeout)
    transaction.run(statement("server/neo4j/claim").text).consume()
    return transaction


def _batches(statement: Statement, rows: pd.DataFrame | None, parameters: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Parameters of each run: rows as maps of Python's own types."""
    if rows is None:
        yield parameters
        return
    for first in range(0, len(rows), _ROWS_AT_ONCE):
        some = arrow_rows(statement, rows.iloc[first : first + _ROWS_AT_ONCE])
        yield parameters | {"rows": some.to_pylist()}


def _table(result: neo4j.Result, declared: pa.Schema) -> pa.Table:
    # A record is a tuple in the order of the RETURN, which is the declared one; asking by name takes a third longer.
    columns = list(zip(*result, strict=True)) or [()] * len(declared)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, declared, strict=True)]
    return pa.Table.from_arrays(arrays, schema=declared)
