"""Open the graph at an address: a folder for the embedded engine, or a Neo4j server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sanon.cypher import statement
from sanon.errors import GraphError
from sanon.graph.embedded import EmbeddedEngine, is_graph
from sanon.graph.engine import Engine, is_address
from sanon.graph.store import Store

if TYPE_CHECKING:
    import neo4j

    from sanon.graph.bolt import BoltEngine


def create_or_open(address: str, pseudonym_key: str | None = None) -> Store:
    """The graph at an address, made if there is none.

    Args:
        pseudonym_key: as `Store`.

    Raises:
        ConfigurationError: neither a folder for a graph nor the address of a Neo4j server.
        GraphError: in use, unreadable, unreachable or refused.
    """
    return Store(_engine(address), pseudonym_key)


def open_existing(address: str) -> Store:
    """The graph at an address.

    Raises:
        GraphError: there is none.
    """
    store = open_if_there(address)
    if store is None:
        raise GraphError(f"graph {address}: there is none; load documents first: sanon load DOCS")
    return store


def open_if_there(address: str) -> Store | None:
    """The graph at an address, None if there is none; nothing is made.

    Raises:
        GraphError: in use, unreadable, unreachable or refused.
    """
    if not is_address(address) and not is_graph(Path(address)):
        return None
    return _made_before(connect(address)) if is_address(address) else Store(_engine(address))


def _made_before(engine: Engine) -> Store | None:
    """The graph of a server; None if there is none."""
    if engine.read(statement("read/corpus")).empty:
        engine.close()
        return None
    return Store(engine)


def _engine(address: str) -> Engine:
    return connect(address) if is_address(address) else EmbeddedEngine(Path(address))


def connect(address: str) -> BoltEngine:
    """The server at an address, with user, password and database of the environment; nothing is made there.

    Raises:
        ConfigurationError: not such an address.
        GraphError: unreachable or refused.
    """
    # Only who works on a server waits for its driver.
    from sanon.graph.bolt import BoltEngine

    return BoltEngine(
        address,
        username=os.environ.get("NEO4J_USERNAME") or "neo4j",
        # Never a flag: other users of the computer see those.
        password=os.environ.get("NEO4J_PASSWORD") or None,
        database=os.environ.get("NEO4J_DATABASE") or "neo4j",
    )


def by_driver(driver: neo4j.Driver, *, create: bool) -> Store | None:
    """The graph on a server to which somebody has a driver; the driver stays open.

    Args:
        driver: of the package neo4j, with its own user.
        create: make the graph if there is none; without, None comes back.

    Raises:
        GraphError: unreachable or refused.
    """
    from sanon.graph.bolt import BoltEngine

    host, port = driver.get_server_info().address[:2]
    database = os.environ.get("NEO4J_DATABASE") or "neo4j"
    engine = BoltEngine(f"bolt://{host}:{port}", database=database, driver=driver)
    return Store(engine) if create else _made_before(engine)


def own_folder(address: str) -> Path:
    """Where files that belong to a graph are kept: in its folder, or here if it is elsewhere; for the owner only."""
    if not is_address(address):
        return Path(address)
    folder = Path(".sanon")
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", "utf-8")
    return folder
