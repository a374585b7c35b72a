"""kill -9 of the Neo4j server under a command: one clear line, and nothing acknowledged is lost."""

from __future__ import annotations

import os
import random
import secrets
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from sanon.graph.bolt import BoltEngine
from sanon.graph.embedded import EmbeddedEngine
from tests.durability.corpus import write_corpus
from tests.durability.graphs import Graph, assert_same, graph_of
from tests.durability.processes import Running
from tests.neo4j_server import Server, from_maven

_DOCUMENTS = 400
#: Of each command.
_KILLS = {"load": 2, "redact": 1}
_SECONDS_TO_GIVE_UP = 30


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Server]]:
    """Start the server, again if it was killed, on the same folder and at the same address."""
    home, password = tmp_path_factory.mktemp("neo4j"), secrets.token_hex(16)
    with ExitStack() as servers:
        ports: dict[str, int] = {}

        def started() -> Server:
            servers.close()
            server = servers.enter_context(from_maven(**ports, password=password, home=home))
            ports.update(bolt=int(server.uri.rpartition(":")[2]), http=int(server.http.rpartition(":")[2]))
            return server

        yield started


@pytest.mark.slow
def test_a_server_that_is_killed_under_a_command_loses_nothing(start, tmp_path):
    documents, entities = write_corpus(tmp_path / "corpus", _DOCUMENTS)
    commands = {"load": ("load", documents, "--entities", entities), "redact": ("redact",)}
    server, rng = start(), random.Random(5)
    for name, arguments in commands.items():
        for _ in range(_KILLS[name]):
            runs = _runs(server)
            running = Running(tmp_path, server.environment, *arguments)
            while _runs(server) == runs:
                time.sleep(0.05)
            time.sleep(rng.uniform(0, 0.5))
            os.kill(server.pid, signal.SIGKILL)
            killed = time.monotonic()
            ended = running.ended()
            assert time.monotonic() - killed < _SECONDS_TO_GIVE_UP
            assert ended.exit_code == 4, ended.err
            assert ended.told.startswith(f"sanon: graph {server.uri}: "), ended.err
            assert "run the command again" in ended.told, ended.err
            server = start()
        ended = Running(tmp_path, server.environment, *arguments).ended()
        assert ended.exit_code == 0, ended.err
        assert Running(tmp_path, {}, *arguments).ended().exit_code == 0
        assert_same(_graph(_bolt(server)), _graph(EmbeddedEngine(tmp_path / ".sanon" / "graph")))


def _bolt(server: Server) -> BoltEngine:
    return BoltEngine(server.uri, username=server.username, password=server.password, database=server.database)


def _graph(engine: BoltEngine | EmbeddedEngine) -> Graph:
    try:
        return graph_of(engine)
    finally:
        engine.close()


def _runs(server: Server) -> int:
    with server.driver() as driver:
        return int(driver.execute_query("MATCH (r:Run) RETURN count(r)", database_=server.database).records[0][0])
