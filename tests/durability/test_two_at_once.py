"""Two commands on one graph at the same time: one of them is told to wait, or both are done, and nothing breaks."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from sanon.graph.embedded import EmbeddedEngine
from tests.cli.conftest import EXAMPLE
from tests.durability.child import sanon
from tests.durability.graphs import Graph, assert_same, graph_at, graph_of
from tests.durability.processes import Running, files
from tests.graph.conftest import Place, empty
from tests.neo4j_server import Server

_LOAD = ("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
_REDACT, _EXPORT = ("redact",), ("export", "out", "--overwrite")
_DONE, _UNDECIDED, _IN_USE = 0, 1, 4


def _at_once(folder: Path, environment: dict[str, str], *commands: tuple[object, ...]) -> list[int]:
    """Exit codes; who was refused was told why in one line."""
    ended = [one.ended() for one in [Running(folder, environment, *arguments) for arguments in commands]]
    for one in ended:
        assert one.exit_code in (_DONE, _UNDECIDED, _IN_USE), one.err
        if one.exit_code == _IN_USE:
            assert "another" in one.told or "load documents first" in one.told, one.err
        elif one.exit_code == _UNDECIDED:
            assert "run sanon redact first" in one.told, one.err
    return [one.exit_code for one in ended]


class _Alone(NamedTuple):
    """What each command leaves that nothing disturbs."""

    folder: Path
    graphs: dict[str, Graph]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> _Alone:
    folder, graphs = tmp_path_factory.mktemp("alone"), {}
    for name, arguments in (("load", _LOAD), ("redact", _REDACT), ("export", _EXPORT)):
        ended = sanon(folder, {}, *arguments)
        assert ended.exit_code == 0, ended.said
        engine = EmbeddedEngine(folder / ".sanon" / "graph")
        graphs[name] = graph_of(engine)
        engine.close()
    return _Alone(folder, graphs)


@pytest.mark.slow
def test_two_commands_on_one_graph_do_no_harm(place, request, alone, tmp_path):
    work, environment = tmp_path / "work", {"NEO4J_URI": place.graph} | place.environment
    wanted = alone.graphs
    work.mkdir()
    # Both find nothing, and both set the graph up.
    for _ in range(2):
        _forget(place, lambda: request.getfixturevalue("neo4j_server"))
        assert _DONE in _at_once(work, environment, _LOAD, _LOAD, _LOAD)
        assert_same(graph_at(place), wanted["load"])
    # What decides takes the documents of now; what loads finds nothing new.
    ends = _at_once(work, environment, _REDACT, _LOAD, _REDACT)
    assert _DONE in ends
    assert Running(work, environment, *_REDACT).ended().exit_code == 0
    assert_same(graph_at(place), wanted["redact"])
    # What exports has the decisions of before or of after, which are the same.
    ends = _at_once(work, environment, _EXPORT, _REDACT, _EXPORT)
    assert _DONE in ends
    if files(work / "out") is None:
        assert Running(work, environment, *_EXPORT).ended().exit_code == 0
    assert_same(graph_at(place), wanted["export"])
    exported, alone_exported = files(work / "out") or {}, files(alone.folder / "out") or {}
    # A second export says that nothing changed since the first.
    told = {".sanon/changes.json", ".sanon/manifest.json"} if ends.count(_DONE) > 1 else set()
    assert exported.keys() == alone_exported.keys()
    assert all(exported[name] == alone_exported[name] for name in exported.keys() - told)
    assert not [one for one in work.iterdir() if one.name.endswith(".partial")]


def _forget(place: Place, server: Callable[[], Server]) -> None:
    """Back to where nobody has been."""
    place.close()
    if not place.environment:
        shutil.rmtree(place.graph, ignore_errors=True)
        return
    empty(place.engine())
    place.close()
    with server().driver() as driver:
        for row in driver.execute_query("SHOW CONSTRAINTS YIELD name", database_=server().database).records:
            driver.execute_query(f"DROP CONSTRAINT {row['name']}", database_=server().database)
