"""Neo4j: what goes wrong is one line with the address and what to do, and never a password."""

from __future__ import annotations

import json
import logging
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from traceback import walk_stack
from types import FrameType
from typing import Any, NoReturn

import neo4j
import pandas as pd
import pytest
from neo4j.exceptions import ClientError, TransientError

from sanon.cypher import Statement, statement
from sanon.errors import ConfigurationError, GraphError
from sanon.graph import bolt, bolt_parameters
from sanon.graph.bolt import BoltEngine
from sanon.graph.bolt_errors import explained
from sanon.graph.rows import mention_rows
from sanon.graph.store import Store
from tests.cli.conftest import EXAMPLE, Sanon
from tests.graph.conftest import Place, drop_schema, empty, place_of
from tests.graph.records import PROFILE, document, mention, write
from tests.neo4j_server import NoServerError, Server, from_maven

SECRET = "correct horse battery staple"


@pytest.fixture
def neo4j_place(neo4j_server: Server, tmp_path: Path) -> Iterator[Place]:
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    yield place
    place.close()


def _connect(server: Server, **changed: Any) -> BoltEngine:
    wanted = {
        "uri": server.uri,
        "username": server.username,
        "password": server.password,
        "database": server.database,
    } | changed
    return BoltEngine(wanted.pop("uri"), **wanted)


def _port(server: Server) -> str:
    return server.uri.rpartition(":")[2]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"username": "stranger", "password": SECRET},
            "user or password is wrong; set NEO4J_USERNAME and NEO4J_PASSWORD",
        ),
        ({"password": None}, "user or password is wrong"),
        ({"database": "elsewhere"}, "no database elsewhere; set NEO4J_DATABASE"),
        ({"uri": "bolt://127.0.0.1:1"}, "nobody answers"),
        ({"uri": "neo4j://127.0.0.1:1"}, "no Neo4j answers"),
        ({"uri": "bolt://no-such-host.invalid"}, "no such host"),
        ({"uri": "neo4j://no-such-host.invalid:7687"}, "no such host"),
        ({"uri": "bolt+s://127.0.0.1:{port}"}, "take the scheme without +s"),
        ({"uri": "bolt+ssc://127.0.0.1:{port}"}, "take the scheme without +s"),
        ({"uri": "neo4j+ssc://127.0.0.1:{port}"}, "no Neo4j answers"),
    ],
)
def test_a_server_that_cannot_be_used_is_named_with_what_to_do(changed, told, neo4j_server, capfd):
    changed = {name: value.format(port=_port(neo4j_server)) if value else value for name, value in changed.items()}
    began = time.monotonic()
    with pytest.raises(GraphError) as caught:
        _connect(neo4j_server, **changed)
    message = str(caught.value)
    assert message.startswith(f"graph {changed.get('uri', neo4j_server.uri)}: ")
    assert told in message
    assert "\n" not in message
    assert SECRET not in message
    assert time.monotonic() - began < 15
    assert capfd.readouterr().err == ""


def test_the_port_of_the_browser_is_not_that_of_bolt(neo4j_server):
    with pytest.raises(GraphError, match=r"no Neo4j answers|no Bolt at port 7474"):
        _connect(neo4j_server, uri=(neo4j_server.http or "http://127.0.0.1:7474").replace("http", "bolt"))


def test_after_wrong_passwords_the_server_wants_a_pause(neo4j_server):
    messages = []
    with neo4j_server.driver() as driver:
        # A user of its own: the pause is not for the other tests.
        driver.execute_query(
            "CREATE USER guessed IF NOT EXISTS SET PASSWORD 'not guessed' CHANGE NOT REQUIRED", database_="system"
        )
        for number in range(6):
            with pytest.raises(GraphError) as caught:
                _connect(neo4j_server, username="guessed", password=f"{SECRET} {number}")
            messages.append(str(caught.value))
        driver.execute_query("DROP USER guessed", database_="system")
    assert "too many wrong passwords" in messages[-1]
    assert not any(SECRET in message for message in messages)


@pytest.mark.parametrize(
    "uri",
    [
        "http://localhost:7474",
        "https://localhost",
        "postgres://localhost",
        "bolt://",
        "bolt:///graph",
        "bolt://localhost:port",
        "bolt://localhost:7687/neo4j",
        "neo4j://localhost?policy=eu",
        "bolt://[::1",
    ],
)
def test_what_is_no_address_of_bolt_is_a_configuration_error(uri):
    with pytest.raises(ConfigurationError, match="HOST:7687"):
        BoltEngine(uri, username="neo4j", password=SECRET, database="neo4j")


def test_a_password_in_the_address_is_refused_and_not_repeated():
    with pytest.raises(ConfigurationError, match="set NEO4J_USERNAME and NEO4J_PASSWORD") as caught:
        BoltEngine("bolt://neo4j:hunter2@localhost:7687", username="neo4j", password=None, database="neo4j")
    assert "hunter2" not in str(caught.value)


def test_the_system_database_holds_no_graph(neo4j_server):
    with pytest.raises(ConfigurationError, match="NEO4J_DATABASE"):
        _connect(neo4j_server, database="system")


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_both_schemes_reach_a_single_server(scheme, neo4j_server):
    engine = _connect(neo4j_server, uri=neo4j_server.uri.replace("bolt", scheme, 1))
    assert engine.read(statement("server/neo4j/version"))["version"].iloc[0].startswith("5.")
    engine.close()


@contextmanager
def _answering(monkeypatch: pytest.MonkeyPatch, version: str) -> Iterator[None]:
    text = f"RETURN 'Neo4j Kernel' AS name, '{version}' AS version"
    fake = Statement("server/neo4j/version", text, frozenset(), {}, {"name": "STRING", "version": "STRING"})
    with monkeypatch.context() as patch:
        patch.setattr(bolt, "statement", lambda name: fake if name == fake.name else statement(name))
        yield


def test_an_older_server_is_refused(monkeypatch, neo4j_server):
    with _answering(monkeypatch, "4.4.30"), pytest.raises(GraphError, match=r"4\.4\.30 answers; sAnon needs Neo4j 5"):
        _connect(neo4j_server)


def test_a_newer_server_is_used_with_a_warning(monkeypatch, neo4j_server, caplog):
    with _answering(monkeypatch, "2026.10.1"), caplog.at_level(logging.WARNING, "sanon"):
        _connect(neo4j_server).close()
    assert "2026.10.1 is newer" in caplog.text


def test_a_database_of_another_program_is_refused_and_left_alone(neo4j_server, neo4j_place):
    drop_schema(neo4j_server)
    with neo4j_server.driver() as driver:
        driver.execute_query("CREATE (:Document {title: 'mine'})", database_=neo4j_server.database)
        with pytest.raises(ConfigurationError, match="of another program"):
            neo4j_place.store()
        assert driver.execute_query("SHOW CONSTRAINTS", database_=neo4j_server.database).records == []
    empty(neo4j_place.engine())
    assert neo4j_place.store().counts()["documents"] == 0


def test_constraints_keep_ids_unique(neo4j_server, neo4j_place):
    neo4j_place.store()
    with neo4j_server.driver() as driver:
        rows = driver.execute_query("SHOW CONSTRAINTS YIELD type, labelsOrTypes, properties", database_="neo4j").records
    unique = {(row["labelsOrTypes"][0], row["properties"][0]) for row in rows if row["type"] == "UNIQUENESS"}
    assert unique == {
        ("Background", "id"),
        ("Document", "id"),
        ("Document", "source_id"),
        ("Entity", "id"),
        ("Run", "id"),
        ("Chain", "id"),
        ("Corpus", "id"),
    }


def test_a_person_finds_entities_by_words_of_their_values(neo4j_server, neo4j_place):
    store = neo4j_place.store()
    write(store, [document("form")], [mention("form", "harbour pilot of kiel"), mention("form", "nurse")])
    query = "CALL db.index.fulltext.queryNodes('sanon_entity_values', 'pilot') YIELD node RETURN node.value AS value"
    with neo4j_server.driver() as driver:
        driver.execute_query("CALL db.awaitIndexes(60)", database_=neo4j_server.database)
        found = driver.execute_query(query, database_=neo4j_server.database).records
    assert [row["value"] for row in found] == ["harbour pilot of kiel"]


def test_a_statement_that_writes_cannot_be_read(neo4j_place):
    engine = neo4j_place.engine()
    neo4j_place.store()
    with pytest.raises(GraphError, match="decide/clear_decisions failed"):
        engine.read(statement("decide/clear_decisions"), pd.DataFrame({"id": ["x"]}, dtype=object))


def test_only_one_command_writes_at_a_time_and_others_read(neo4j_place):
    first, second = neo4j_place.store(), neo4j_place.store()
    first.claim()
    first.claim()
    write(first, [document("a")], [mention("a", "anna")])
    assert second.counts()["documents"] == 1
    with pytest.raises(GraphError, match="another command is writing"):
        second.claim()
    assert second.runs() == []
    neo4j_place.close()
    third = neo4j_place.store()
    third.claim()
    # The lock leaves nothing behind.
    assert neo4j_place.engine().read(
        Statement("t", "MATCH (c:Corpus) RETURN c.id AS id", frozenset(), {}, {"id": "STRING"})
    )["id"].tolist() == ["corpus"]


def test_an_id_longer_than_an_index_takes_is_told_as_such(neo4j_place):
    with pytest.raises(GraphError, match="longer than the 8,164 bytes"):
        write(neo4j_place.store(), [document("x" * 9000)])


def test_a_graph_larger_than_a_batch_is_written_and_read_whole(neo4j_place, monkeypatch):
    for module in (bolt, bolt_parameters):
        monkeypatch.setattr(module, "ROWS_AT_ONCE", 7)
    store = neo4j_place.store()
    write(store, [document(f"d{n:03d}") for n in range(50)], [mention(f"d{n:03d}", f"v{n % 9}") for n in range(50)])
    assert len(store.mentions()) == 50
    assert len(store.entities()) == 9


@pytest.mark.parametrize(
    ("kind", "code", "told"),
    [
        (ClientError, "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase", "database graphs is read-only"),
        (ClientError, "Neo.ClientError.Security.Forbidden", "may not do this"),
        (ClientError, "Neo.ClientError.Security.CredentialsExpired", "must be changed first"),
        (TransientError, "Neo.TransientError.General.MemoryPoolOutOfMemoryError", "server.memory.heap.max_size"),
        (TransientError, "Neo.TransientError.General.DatabaseUnavailable", "stopped or starting"),
        (TransientError, "Neo.TransientError.Transaction.DeadlockDetected", "run the command again"),
        (ClientError, "Neo.ClientError.Schema.ConstraintValidationFailed", "statement load/x failed"),
    ],
)
def test_a_refusal_of_the_server_is_told_without_its_words(kind, code, told, monkeypatch):
    error = kind("Node(1) exists with value = 'Anna Berger'")
    monkeypatch.setattr(kind, "code", code, raising=False)
    with pytest.raises(GraphError) as caught, explained("bolt://h", "graphs", "load/x"):
        raise error
    assert told in str(caught.value)
    assert "Anna" not in str(caught.value)


def _end_transactions(server: Server) -> None:
    """What a restart does to those that are open."""
    with server.driver() as driver:
        shown = driver.execute_query("SHOW TRANSACTIONS YIELD transactionId, currentQuery", database_=server.database)
        for row in shown.records:
            if "SHOW" not in (row["currentQuery"] or ""):
                driver.execute_query(f"TERMINATE TRANSACTION '{row['transactionId']}'", database_=server.database)


def _await_transactions(server: Server) -> None:
    """What a client asked for before it went the server may still commit."""
    until = time.monotonic() + 60
    with server.driver() as driver:
        while len(driver.execute_query("SHOW TRANSACTIONS", database_=server.database).records) > 1:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_server_that_goes_away_is_a_graph_error_and_nothing_hangs(neo4j_place, neo4j_server):
    engine = neo4j_place.engine()
    store = Store(engine)
    write(store, [document("a")])
    began = time.monotonic()
    with pytest.raises(GraphError), store.transaction():  # noqa: PT012 - the whole transaction is at stake
        write(store, [document("b")])
        _end_transactions(neo4j_server)
        store.upsert_mentions(*mention_rows([mention("b", "anna")], PROFILE.weights))
    assert time.monotonic() - began < 20
    assert [one.source_id for one, _ in store.documents()] == ["a"]


def test_a_commit_that_fails_while_the_next_transaction_is_written_ends_both(neo4j_place, neo4j_server):
    store = neo4j_place.store()
    write(store, [document("a")])
    with pytest.raises(GraphError, match="commit"), store.overlapping_commits():  # noqa: PT012 - both are at stake
        with store.transaction():
            write(store, [document("b")], [mention("b", "anna")])
            _end_transactions(neo4j_server)
        with store.transaction():
            write(store, [document("c")], [mention("c", "berta")])
    assert [one.source_id for one, _ in store.documents()] == ["a"]


class _Interruptions:
    """Control+C in so many seconds; the stack it falls upon is that of the main thread, as always."""

    def __init__(self) -> None:
        self.count = 0
        self.in_a_message = 0

    def after(self, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def raised(self, _number: int, frame: FrameType | None) -> NoReturn:
        self.count += 1
        self.in_a_message += any("neo4j/_sync/io" in one.f_code.co_filename for one, _ in walk_stack(frame))
        raise KeyboardInterrupt


@pytest.fixture
def interruptions() -> Iterator[_Interruptions]:
    interruptions = _Interruptions()
    before = signal.signal(signal.SIGALRM, interruptions.raised)
    yield interruptions
    interruptions.after(0)
    signal.signal(signal.SIGALRM, before)


# Python only warns of an interruption that falls into a __del__, and forgets it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("explicit", [True, False], ids=["in a transaction", "each by itself"])
def test_control_c_never_falls_into_the_middle_of_a_message(neo4j_server, neo4j_place, interruptions, explicit):
    """The driver would be out of step with the server: in one of 400 tries a commit waited for ever."""
    text = "UNWIND range(1, 2000) AS n RETURN 'value ' + n AS value"
    many = Statement("test/many", text, frozenset(), {}, {"value": "STRING"})
    rng = random.Random(5)
    for _ in range(25):
        engine = _connect(neo4j_server)
        try:
            with engine.transaction() if explicit else nullcontext():
                interruptions.after(rng.uniform(0.001, 0.2))
                until = time.monotonic() + 2
                while time.monotonic() < until:
                    engine.read(many)
        except KeyboardInterrupt:
            pass
        assert not interruptions.in_a_message
        ended = time.monotonic()
        engine.close()
        assert time.monotonic() - ended < 5, "it waited for what cannot come"
    assert interruptions.count == 25


def test_after_control_c_a_read_is_not_tried_again(neo4j_server, neo4j_place, interruptions, monkeypatch):
    """To the driver the connection is lost, and it would make another one."""
    tried: list[str] = []
    run = neo4j.ManagedTransaction.run
    monkeypatch.setattr(neo4j.ManagedTransaction, "run", lambda *given: tried.append(str(given[1])) or run(*given))
    long = Statement("test/long", "UNWIND range(1, 100000000) AS n RETURN sum(n) AS n", frozenset(), {}, {"n": "INT64"})
    engine = _connect(neo4j_server)
    interruptions.after(0.5)
    with pytest.raises(KeyboardInterrupt):
        engine.read(long)
    engine.close()
    engine._talker.shutdown(wait=True)
    # What an engine of a test before still ends is not counted.
    assert tried.count(long.text) == 1


def test_a_transaction_that_begins_after_control_c_ends(neo4j_server, neo4j_place, interruptions, monkeypatch):
    """Its connection is younger than those that Control+C closed, and the engine is still held by its caller."""
    begin = neo4j.Session.begin_transaction
    late = threading.Event()

    def begun_late(*given: Any) -> neo4j.Transaction:
        late.wait()
        return begin(*given)

    monkeypatch.setattr(neo4j.Session, "begin_transaction", begun_late)
    engine = _connect(neo4j_server)
    interruptions.after(0.2)
    with pytest.raises(KeyboardInterrupt), engine.transaction():
        pass
    engine.close()
    late.set()
    engine._talker.shutdown(wait=True)
    _await_transactions(neo4j_server)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_control_c_while_commits_overlap_leaves_whole_documents(neo4j_server, neo4j_place, interruptions):
    rng, written = random.Random(6), 0
    neo4j_place.store()
    for interrupted in range(10):
        engine = _connect(neo4j_server)
        store = Store(engine)
        begun = written
        try:
            with store.overlapping_commits():
                while interruptions.count == interrupted:  # a __del__ may have swallowed it
                    written += 1
                    with store.transaction():
                        names = [f"name {number}" for number in range(written, written + 200)]
                        write(store, [document(f"d{written}")], [mention(f"d{written}", name) for name in names])
                    if written == begun + 2:  # the first of this round is committed now, however slow the machine
                        interruptions.after(rng.uniform(0.001, 0.3))
        except KeyboardInterrupt:
            pass
        ended = time.monotonic()
        engine.close()
        assert time.monotonic() - ended < 5, "it waited for what cannot come"
    _await_transactions(neo4j_server)
    after = neo4j_place.store()
    mentions = after.mentions()["source_id"].value_counts()
    assert interruptions.count == 10
    assert not interruptions.in_a_message
    assert set(after.document_versions()["source_id"]) == set(mentions.index)
    assert len(mentions) >= 10
    assert set(mentions) == {200}


class _InterruptedAtCommit(ThreadPoolExecutor):
    """Control+C right after another thread has been given a transaction to commit."""

    def submit(self, action: Callable[[], object]) -> Future[object]:  # type: ignore[override]
        submitted = super().submit(action)
        if action.__name__ == neo4j.Transaction.commit.__name__:
            raise KeyboardInterrupt
        return submitted


def test_control_c_at_the_moment_of_a_commit_leaves_it_to_its_thread(neo4j_server, neo4j_place, monkeypatch):
    """Two threads that read the answers of one connection may both wait for ever: in one of 1,000 tries they did."""
    monkeypatch.setattr(bolt, "ThreadPoolExecutor", _InterruptedAtCommit)
    touched: list[neo4j.Transaction] = []
    monkeypatch.setattr(neo4j.Transaction, "close", lambda transaction: touched.append(transaction))
    engine = _connect(neo4j_server)
    store = Store(engine)
    names = [f"name {number}" for number in range(500)]
    with pytest.raises(KeyboardInterrupt), store.overlapping_commits(), store.transaction():
        write(store, [document("d")], [mention("d", name) for name in names])
    assert not touched
    engine.close()
    assert len(neo4j_place.store().mentions()) in (0, 500)


def test_the_driver_is_the_official_one_and_silent(neo4j_place, capfd):
    assert neo4j.__version__.startswith("6.")
    neo4j_place.store().links()  # asks for a relationship type that is not there yet
    assert capfd.readouterr().err == ""


@pytest.fixture(scope="module")
def read_only(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Sanon, dict[str, str]]]:
    """The example corpus, loaded and redacted on a server that only reads since it was started again."""
    folder = tmp_path_factory.mktemp("read-only")
    sanon, home, password = Sanon(folder), folder / "home", "only-for-this-test"
    try:
        with from_maven(home=home, password=password) as server:
            entities = EXAMPLE / "entities.jsonl"
            for command in (("load", EXAMPLE / "documents", "--entities", entities), ("redact",)):
                done = sanon(*command, **server.environment)
                assert done.exit_code == 0, done.err
        with from_maven(home=home, password=password, settings="server.databases.read_only=neo4j\n") as server:
            yield sanon, server.environment
    except NoServerError as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_commands_that_read_work_on_a_server_that_only_reads(read_only):
    sanon, environment = read_only
    analyzed = sanon("analyze", "--format", "json", **environment)
    assert analyzed.exit_code == 0, analyzed.err
    found = json.loads(analyzed.out)
    document = found["documents"][0]["source_id"]
    masked = next(entity["id"] for entity in found["entities"] if entity["masked"])
    for command in (
        ("status",),
        ("explain", "document", document),
        ("explain", "entity", masked),
        ("what-if", "--keep", masked),
        ("redact", "--dry-run"),
    ):
        done = sanon(*command, **environment)
        assert done.exit_code in (0, 1), (command, done.err)
        assert done.out
        assert "read-only" not in done.err


@pytest.mark.slow
def test_doctor_says_that_a_server_only_reads(read_only):
    sanon, environment = read_only
    seen = sanon("doctor", **environment)
    assert seen.exit_code == 0
    assert "warn  writing      the database is read-only; sanon status, analyze" in seen.out
    assert "ok    corpus       25 documents" in seen.out


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl", "--reextract"),
        ("redact",),
        ("redact", "--fresh"),
    ],
)
def test_commands_that_write_are_told_in_one_line_that_a_server_only_reads(command, read_only):
    sanon, environment = read_only
    done = sanon(*command, **environment)
    assert (done.exit_code, done.out) == (4, "")
    assert done.err.splitlines() == [
        f"sanon: graph {environment['NEO4J_URI']}: database neo4j is read-only; "
        "sanon status, analyze and redact --dry-run work on it"
    ]
