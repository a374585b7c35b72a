"""A network that drops connections, and a cluster whose leader changes: what may run twice is tried again."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import neo4j
import pytest
from neo4j.exceptions import NotALeader

from sanon.errors import GraphError
from sanon.graph.bolt import BoltEngine
from sanon.graph.store import Store
from tests.graph.conftest import place_of
from tests.graph.records import document, mention, write
from tests.neo4j_server import Server


class Proxy:
    """Stands before a server, and can drop the connections that go through it, in the order they were made."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.connections: list[tuple[socket.socket, socket.socket]] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._port))
                self.connections.append((client, server))
                for one, other in ((client, server), (server, client)):
                    Thread(target=_forward, args=(one, other), daemon=True).start()

    def drop(self, *numbers: int) -> None:
        """Drop connections, from 0; both ends learn of it."""
        for number in numbers:
            for end in self.connections[number]:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()
        self.drop(*range(len(self.connections)))


def _forward(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while some := one.recv(65_536):
            other.sendall(some)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def proxy(neo4j_server: Server, tmp_path: Path) -> Iterator[Proxy]:
    place_of("neo4j", tmp_path, lambda: neo4j_server).close()
    proxy = Proxy(int(neo4j_server.uri.rpartition(":")[2]))
    yield proxy
    proxy.close()


@pytest.fixture
def engine(proxy: Proxy, neo4j_server: Server) -> Iterator[BoltEngine]:
    engine = BoltEngine(
        f"bolt://127.0.0.1:{proxy.port}",
        username=neo4j_server.username,
        password=neo4j_server.password,
        database=neo4j_server.database,
    )
    yield engine
    engine.close()


def test_a_statement_is_sent_again_over_a_new_connection(engine: BoltEngine, proxy: Proxy):
    store = Store(engine)
    write(store, [document("a")], [mention("a", "anna")])
    proxy.drop(*range(len(proxy.connections)))
    assert store.counts()["documents"] == 1
    before = len(proxy.connections)
    proxy.drop(*range(before))
    store.start_run("r", "2026-01-01", "load", {}, "1")
    assert len(proxy.connections) > before
    assert [run.id for run in store.runs()] == ["r"]


def test_a_transaction_that_lost_its_connection_is_an_error_and_leaves_nothing(engine: BoltEngine, proxy: Proxy):
    store = Store(engine)
    with pytest.raises(GraphError), store.transaction():  # noqa: PT012 - all of it is at stake
        write(store, [document("a")])
        proxy.drop(*range(len(proxy.connections)))
        write(store, [document("b")])
    assert store.counts()["documents"] == 0
    write(store, [document("a"), document("b")])
    assert store.counts()["documents"] == 2


def test_who_lost_the_lock_with_the_connection_writes_no_more(engine: BoltEngine, proxy: Proxy):
    store = Store(engine)
    store.claim()
    proxy.drop(*range(len(proxy.connections)))
    with pytest.raises(GraphError):
        store.start_run("r", "2026-01-01", "load", {}, "1")


def test_a_statement_that_met_a_follower_is_sent_again(engine: BoltEngine, monkeypatch: pytest.MonkeyPatch):
    store = Store(engine)
    run, refused = neo4j.ManagedTransaction.run, []

    def refusing(self: neo4j.ManagedTransaction, *arguments: object, **named: object) -> neo4j.Result:
        if not refused:
            refused.append(True)
            raise NotALeader
        return run(self, *arguments, **named)

    monkeypatch.setattr(neo4j.ManagedTransaction, "run", refusing)
    store.start_run("r", "2026-01-01", "load", {}, "1")
    assert refused
    assert [one.id for one in store.runs()] == ["r"]
