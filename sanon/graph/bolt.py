"""The engine of a team: Neo4j over Bolt, by the official driver."""

from __future__ import annotations

import itertools
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, NamedTuple, TypeVar
from urllib.parse import SplitResult, urlsplit

import neo4j
import pandas as pd
import pyarrow as pa

from sanon import __version__
from sanon.cypher import Statement, index_of, schema, statement
from sanon.errors import ConfigurationError, GraphError
from sanon.graph.bolt_errors import explained
from sanon.graph.bolt_parameters import (
    ROWS_AT_ONCE,
    batches_of_rows,
    in_lists,
    portions_of_links,
    portions_of_mentions,
    text_of,
)
from sanon.graph.engine import Engine, frame_of, result_schema

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")

_BOLT_PORT = 7687
#: A server of 512 MB heap gives all its transactions 350 MB, and a written byte takes several there. Neither smaller
#: nor larger ones are faster.
_TRANSACTION_BYTES = 4_000_000
#: Seconds until a host that does not answer counts as unreachable.
_CONNECT_TIMEOUT = 10.0
#: Seconds to wait for another command that is about to end.
_CLAIM_TIMEOUT = 1.0
_MAJOR = re.compile(r"\d+")
_SYSTEM = "system"
#: Later servers, called by the year (2025.01), speak the Cypher of 5 too.
_TESTED_MAJOR = 5

_Result = TypeVar("_Result")
_log = logging.getLogger(__name__)
# The driver's own messages are for who configures logging; an error is one line of ours.
logging.getLogger("neo4j").addHandler(logging.NullHandler())


class _Commit(NamedTuple):
    """A transaction that another session is committing, and the entities that it holds locks on until then."""

    end: Future[None] | None
    locks: Set[str]


_DONE = _Commit(None, frozenset())


class BoltEngine(Engine):
    """One database of a Neo4j server.

    All messages are sent and read in a thread of their own: Python raises Control+C in the main thread, so it never
    falls into the middle of one, after which the driver may wait for an answer that it cannot read.

    Rows take as long to create as to merge, which may be sent twice: so there is no bulk load. The space of texts that
    are gone the server uses again.

    Statements outside of `transaction` are managed transactions that the driver tries again when the connection or a
    lock is lost: what `read` and `write` take may run twice.

    Args:
        uri: `bolt://host:7687` or `neo4j://host:7687`; with `+s` encrypted, with `+ssc` by a self-signed certificate.
        username, password: of the server; no password means a server without authentication.
        database: name of the database, always named.
        driver: one that is open already, with its own user and settings; it stays open.

    Raises:
        ConfigurationError: not such an address.
        GraphError: unreachable, refused, or no Neo4j 5.
    """

    transaction_bytes = _TRANSACTION_BYTES

    def __init__(
        self,
        uri: str,
        *,
        username: str = "neo4j",
        password: str | None = None,
        database: str = "neo4j",
        driver: neo4j.Driver | None = None,
    ) -> None:
        parts = _checked(uri)
        if database == _SYSTEM:
            raise ConfigurationError(f"graph {uri}: database {database} holds no graph; set NEO4J_DATABASE")
        self.address = uri
        self.database = database
        self._transaction: neo4j.Transaction | None = None
        # Ids of entities that the transaction holds locks on; None after statements that may lock others, too.
        self._locks: set[str] | None = None
        self._committer: ThreadPoolExecutor | None = None
        self._commit = _DONE
        self._claim: tuple[neo4j.Session, neo4j.Transaction] | None = None
        self._talker = ThreadPoolExecutor(1)
        self._dropped = False
        self._given = driver is not None
        self._driver = driver or neo4j.GraphDatabase.driver(
            uri,
            auth=(username, password) if password else None,
            user_agent=f"sanon/{__version__}",
            connection_timeout=_CONNECT_TIMEOUT,
            max_transaction_retry_time=_CONNECT_TIMEOUT,
            # Hints about a statement would quote its text on stderr.
            notifications_min_severity="OFF",
            telemetry_disabled=True,
        )
        # Bookmarks make a cluster show what was written before.
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()
        self._session = self._new_session()
        # The first is for the next transaction; another one may be committing.
        self._sessions = [self._session]
        try:
            self._require_neo4j_5(parts)
        except BaseException:
            self.close()
            raise

    def create_schema(self) -> None:
        """Create the constraints and indexes that are not there yet; a graph that has them is not touched.

        Raises:
            ConfigurationError: the database holds nodes of the same labels that are not sAnon's.
        """
        wanted, missing = schema("neo4j"), self._missing()
        if not missing:
            return
        # Where some of ours are, the graph is ours, and somebody dropped one.
        foreign = len(missing) == len(wanted) and self.read(statement("server/neo4j/foreign_nodes"))["nodes"].iloc[0]
        # Asked again, since a command that began at the same time may have set up the graph and written to it.
        if foreign and self._missing():
            raise ConfigurationError(
                f"graph {self.address}: database {self.database} holds documents or entities of another program; "
                "name an empty database with NEO4J_DATABASE"
            )
        for text in missing:
            # Two that set up the same graph may deadlock, and one of them tries again.
            self._attempt("schema/neo4j", lambda: self._session.execute_write(lambda tx: tx.run(text).consume()))  # noqa: B023 - runs here
        self.write(statement("server/neo4j/await_indexes"))

    def _missing(self) -> list[str]:
        present = set(self.read(statement("server/neo4j/indexes"))["name"])
        return [text for text in schema("neo4j") if index_of(text) not in present]

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
                self._attempt("server/neo4j/claim", session.close)
            else:
                self._claim = session, transaction

    def read(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> pd.DataFrame:
        """Run a statement that only reads, on a server that lets it only read."""
        self._settle()
        listed = in_lists(statement)
        found = [
            self._run(self._session.execute_read, listed or statement, batch, _columns_of_lists if listed else _columns)
            for batch in batches_of_rows(statement, rows, parameters)
        ]
        return _frame(found, result_schema(statement))

    def write(self, statement: Statement, rows: pd.DataFrame | None = None, **parameters: Any) -> None:
        """Run a statement that writes; 10,000 rows at a time."""
        for batch in batches_of_rows(statement, rows, parameters):
            self._settle()
            self._locks = None
            self._run(self._session.execute_write, statement, batch, neo4j.Result.consume)

    def create_links(self, links: pd.DataFrame) -> None:
        """Links, 10,000 at a time, each in a transaction that is never sent twice.

        To merge them, and to look both ends of each up, took the server a quarter longer.
        """
        create = statement("derive/neo4j/create_links")
        for portion in portions_of_links(links):
            with nullcontext() if self._transaction else self.transaction():
                self._run(self._session.execute_write, create, portion, neo4j.Result.consume)

    def load_documents(self, rows: pd.DataFrame) -> int | None:
        """Documents, 10,000 at a time; also while the transaction before is being committed."""
        upsert = statement("load/upsert_documents")
        return self._written(upsert, batches_of_rows(upsert, rows, {}))

    def load_mentions(self, entities: pd.DataFrame, mentions: pd.DataFrame) -> int | None:
        """Entities and mentions of whole documents, about 10,000 mentions at a time.

        Row by row, 100,000 mentions took the server a third longer: it looked each entity up once and once again for
        each mention, and each document for each mention. While the transaction before is being committed, its
        entities are locked: first come the mentions of others.
        """
        create = statement("load/neo4j/create_mentions")
        with nullcontext() if self._transaction else self.transaction():
            locked = mentions["entity_id"].isin(self._commit.locks)
            written = self._written(create, portions_of_mentions(entities, mentions[~locked]))
            self._settle()
            written += self._written(create, portions_of_mentions(entities, mentions[locked]))
            if self._locks is not None:
                self._locks.update(entities["id"])
        return written

    def label_masked(self) -> None:
        """`:Entity:Masked`, which Neo4j Browser draws in a colour of its own."""
        self.write(statement("server/neo4j/label_masked"))

    @contextmanager
    def overlapping_commits(self) -> Iterator[None]:
        """A transaction inside that only loads is committed by one session while another writes the next.

        One waits for the locks of the other if they share any, and the server does not see that the other waits here
        for the one: so it must be known what they lock.
        """
        second = self._new_session()
        self._sessions = [self._session, second]
        try:
            with ThreadPoolExecutor(1) as self._committer, self._dropped_if_interrupted():
                yield
                self._settle()
        finally:
            self._committer, self._commit, self._sessions = None, _DONE, [self._session]
            self._try(second.close)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """One explicit transaction; reads inside see its writes."""
        transaction = self._attempt("transaction", self._begun)
        self._transaction, self._locks = transaction, set()
        try:
            yield
            self._settle()
        except BaseException:
            # What ended it is to be told, not that the connection does not even take a rollback.
            self._try(transaction.close)
            raise
        finally:
            self._transaction = None
        if self._committer is None or self._locks is None:
            self._attempt("commit", transaction.commit)
        else:
            # From here on it belongs to the other thread: two that read one connection may both wait for ever.
            self._commit = _Commit(self._committer.submit(transaction.commit), self._locks)
            self._sessions.reverse()

    def _begun(self) -> neo4j.Transaction:
        self._require_claim()
        return self._sessions[0].begin_transaction()

    def _settle(self) -> None:
        """Wait until the transaction before is committed."""
        commit, self._commit = self._commit, _DONE
        if commit.end:
            self._attempt("commit", commit.end.result)

    def close(self) -> None:
        """Close the connections; what was committed stays."""
        if not self._dropped:
            for part in (*reversed(self._claim or ()), self._session, *([] if self._given else [self._driver])):
                self._try(part.close)
        self._talker.shutdown(wait=not self._dropped)

    def _new_session(self) -> neo4j.Session:
        return self._driver.session(database=self.database, fetch_size=ROWS_AT_ONCE, bookmark_manager=self._bookmarks)

    def _require_neo4j_5(self, parts: SplitResult) -> None:
        version = statement("server/neo4j/version")
        # Not a managed transaction: it would try an address where nobody listens for half a minute.
        columns = self._attempt(
            version.name, lambda: _columns(self._session.run(version.text)), parts.port or _BOLT_PORT
        )
        found = _frame([columns], result_schema(version))
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
            return self._attempt(statement.name, lambda: use(transaction.run(text_of(statement), parameters)))

        def work(transaction: neo4j.ManagedTransaction) -> _Result:
            self._require_claim()
            return use(transaction.run(text_of(statement), parameters))

        return self._attempt(statement.name, lambda: managed(work))

    def _written(self, statement: Statement, portions: Iterable[dict[str, Any]]) -> int:
        """Run a statement that says how much it wrote; not waiting for the transaction before."""
        found = [self._run(self._session.execute_write, statement, parameters, _columns) for parameters in portions]
        return int(_frame(found, result_schema(statement))["written"].sum())

    def _require_claim(self) -> None:
        """Before each attempt: the lock may have gone with its connection, and another command may be writing.

        Raises:
            GraphError: it has gone, or nobody waits for this attempt since Control+C.
        """
        if self._dropped:
            raise GraphError(f"graph {self.address}: interrupted")
        if self._claim is not None:
            claim = statement("server/neo4j/claim")
            with explained(self.address, self.database, claim.name):
                self._claim[1].run(claim.text).consume()

    def _try(self, action: Callable[[], object]) -> None:
        """Have the thread that talks do what does not matter any more if the connection is lost."""
        with suppress(Exception):
            self._talker.submit(action).result()

    def _attempt(self, what: str, action: Callable[[], _Result], port: int | None = None) -> _Result:
        """Have the thread that talks do it, and wait."""

        def done() -> _Result:
            result = action()
            # Control+C closed the connections that there were; nobody will end what has begun on a new one.
            if self._dropped and isinstance(result, neo4j.Transaction):
                result.close()
            return result

        with self._dropped_if_interrupted(), explained(self.address, self.database, what, port):
            return self._talker.submit(done).result()

    @contextmanager
    def _dropped_if_interrupted(self) -> Iterator[None]:
        try:
            yield
        except Exception:
            raise
        except BaseException:
            # Other threads wait for the server; to them the connection is lost now. The server rolls back by itself.
            self._dropped = True
            with suppress(Exception):
                self._driver.close()
            raise


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
    # Whoever lists the transactions of the server can tell what this one is.
    transaction = session.begin_transaction(metadata={"sanon": "claim"}, timeout=timeout)
    transaction.run(statement("server/neo4j/claim").text).consume()
    return transaction


def _columns(result: neo4j.Result) -> list[tuple[Any, ...]]:
    # A record is a tuple in the order of the RETURN, which is the declared one; asking by name takes a third longer.
    return list(zip(*result, strict=True))


def _columns_of_lists(result: neo4j.Result) -> list[tuple[Any, ...]]:
    return list(zip(*itertools.chain.from_iterable(result.value()), strict=True))


def _frame(found: Sequence[list[tuple[Any, ...]]], declared: pa.Schema) -> pd.DataFrame:
    """One result of those of several batches."""
    parts = [columns for columns in found if columns] or [[()] * len(declared)]
    columns = parts[0] if len(parts) == 1 else [tuple(itertools.chain(*column)) for column in zip(*parts, strict=True)]
    return frame_of(columns, declared)
