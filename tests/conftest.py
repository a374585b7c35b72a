"""What every folder of tests may ask for."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.neo4j_server import Server, any_server

# A pause of a shared machine is no defect.
settings.register_profile("sanon", deadline=None)
settings.load_profile("sanon")


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[Server]:
    """A Neo4j 5 server that answers; started once, when the first test asks for it."""
    with any_server(os.environ) as server:
        yield server
