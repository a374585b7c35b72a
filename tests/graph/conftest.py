"""Graphs of both engines: what a store promises, it promises on each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sanon.cypher import Statement
from sanon.graph.bolt import BoltEngine
from sanon.graph.embedded import EmbeddedEngine
from sanon.graph.engine import Engine
from sanon.graph.store import Store
from tests.neo4j_server import Server

ENGINES = ("ladybug", "neo4j")
_EMPTY = Statement("test/empty", "MATCH (n) DETACH DELETE n", frozenset(), {}, {})


class Place:
    """Where a graph is: opens it, again if need be, and empties it.

    Attributes:
        graph: what `--graph` takes.
        environment: what the command `sanon` reads besides.
    """

    def __init__(self, graph: str, environment: dict[str, str], connect: Callable[[], Engine]) -> None:
        self.graph, self.environment, self._connect = graph, environment, connect
        self._open = ExitStack()

    def engine(self) -> Engine:
        """A connection that the fixture closes."""
        engine = self._connect()
        self._open.callback(engine.close)
        return engine

    def store(self) -> Store:
        return Store(self.engine())

    def close(self) -> None:
        """Close what was opened, so that another process can have the graph."""
        self._open.close()


def empty(engine: Engine) -> None:
    """Forget everything but the schema."""
    engine.write(_EMPTY)


def drop_schema(server: Server) -> None:
    """Make a server's database one that sAnon never used."""
    with server.driver() as driver:
        for kind, named in (("CONSTRAINT", ""), ("INDEX", " WHERE name STARTS WITH 'sanon'")):
            for row in driver.execute_query(f"SHOW {kind} YIELD name{named}", database_=server.database).records:
                driver.execute_query(f"DROP {kind} {row['name']}", database_=server.database)


def place_of(name: str, folder: Path, server: Callable[[], Server]) -> Place:
    """An empty graph of one engine."""
    if name == "ladybug":
        return Place(str(folder / "graph"), {}, lambda: EmbeddedEngine(folder / "graph"))
    address = server()

    def connect() -> Engine:
        return BoltEngine(address.uri, username=address.username, password=address.password, database=address.database)

    place = Place(address.uri, address.environment, connect)
    empty(place.engine())
    return place


def read(engine: Engine, text: str, columns: dict[str, str]) -> list[tuple[Any, ...]]:
    """Rows of a query of a test, sorted."""
    frame = engine.read(Statement("test/read", text, frozenset(), {}, columns))
    return sorted(tuple(row) for row in frame.itertuples(index=False, name=None))


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty graph, on each engine in turn."""
    here = place_of(request.param, tmp_path / "of the graph", lambda: request.getfixturevalue("neo4j_server"))
    yield here
    here.close()


@pytest.fixture
def engine(place: Place) -> Engine:
    return place.engine()


@pytest.fixture
def store(engine: Engine) -> Store:
    return Store(engine)
