"""What every folder of tests may ask for."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from sanon.graph.embedded import EmbeddedEngine
from sanon.graph.store import Store
from tests.browser import any_browser
from tests.neo4j_server import Server, any_server

# A pause of a shared machine is no defect, and neither is a corpus without links where a test needs one.
settings.register_profile(
    "sanon", deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
# pytest tests/replacement --hypothesis-profile adversarial: as many documents as nobody waits for every time.
settings.register_profile("adversarial", parent=settings.get_profile("sanon"), max_examples=10_000)
settings.load_profile("sanon")
# Whoever started the tests in the background may have had them ignore Control+C; the commands they start must not.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty graph of the embedded engine."""
    with Store(EmbeddedEngine(tmp_path / "graph")) as opened:
        yield opened


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Server]:
    """A Neo4j 5 server that answers; started once, when the first test asks for it."""
    with any_server(os.environ) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium; started once, when the first test asks for it."""
    with any_browser() as one:
        yield one
