"""What a command promises, it promises on each engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sanon.graph.engine import Engine
from sanon.graph.store import Store
from tests.graph.conftest import ENGINES, Place, place_of


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
