"""What a command promises, it promises on each engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.graph.conftest import ENGINES, Place, place_of


@pytest.fixture(params=ENGINES)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """An empty graph, on each engine in turn."""
    here = place_of(request.param, tmp_path / "of the graph", lambda: request.getfixturevalue("neo4j_server"))
    yield here
    here.close()
