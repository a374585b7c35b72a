"""The installed command, killed and interrupted at random moments of its whole duration."""

from __future__ import annotations

import random
import signal
from pathlib import Path
from typing import NamedTuple

import pytest

from sanon.graph.embedded import EmbeddedEngine
from tests.durability.corpus import write_corpus
from tests.durability.graphs import Graph, assert_same, graph_at, graph_of
from tests.durability.processes import STARTED, Running, files
from tests.graph.conftest import Place, empty

_DOCUMENTS = 400
#: Of each command: kills, each in what the one before left; then a Control+C; then it may end.
_KILLS = {"ladybug": 4, "neo4j": 2}
_COMMANDS = ("load", "redact", "export")


class _Undisturbed(NamedTuple):
    """Graph after each command, and what was exported."""

    graphs: dict[str, Graph]
    exported: dict[str, bytes] | None


@pytest.fixture(scope="module")
def arguments(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, ...]]:
    documents, entities = write_corpus(tmp_path_factory.mktemp("corpus"), _DOCUMENTS)
    return {
        "load": ("load", documents, "--entities", entities),
        "redact": ("redact",),
        "export": ("export", "out", "--overwrite"),
    }


@pytest.fixture(scope="module")
def undisturbed(arguments: dict[str, tuple[object, ...]], tmp_path_factory: pytest.TempPathFactory) -> _Undisturbed:
    folder = tmp_path_factory.mktemp("undisturbed")
    graphs = {}
    for name in _COMMANDS:
        ended = Running(folder, {}, *arguments[name]).ended()
        assert ended.exit_code == 0, ended.err
        engine = EmbeddedEngine(folder / ".sanon" / "graph")
        graphs[name] = graph_of(engine)
        engine.close()
    return _Undisturbed(graphs, files(folder / "out"))


@pytest.mark.slow
def test_a_command_that_is_killed_or_interrupted_is_done_by_running_it_again(place, arguments, undisturbed, tmp_path):
    rng, environment, work = random.Random(4), {"NEO4J_URI": place.graph} | place.environment, tmp_path / "work"
    kills = _KILLS["neo4j" if place.environment else "ladybug"]
    work.mkdir()
    took = _seconds_of_each(place, environment, arguments, tmp_path)
    signals = [signal.SIGKILL] * kills + [signal.SIGINT]
    for name in _COMMANDS:
        for what in signals:
            after = rng.uniform(STARTED, 1) * took[name]
            ended = Running(work, environment, *arguments[name]).signalled(what, after)
            assert ended.exit_code in (0, -9 if what == signal.SIGKILL else 130), ended.err
            assert ended.exit_code != 130 or ended.told.startswith("sanon: interrupted"), ended.err
            assert files(work / "out") in (None, undisturbed.exported)
            if name == "export" and graph_at(place)["exported"]:
                break  # a second export would tell the search index that nothing changed
        else:
            ended = Running(work, environment, *arguments[name]).ended()
            assert ended.exit_code == 0, ended.err
        assert_same(graph_at(place), undisturbed.graphs[name])
    assert files(work / "out") == undisturbed.exported


def _seconds_of_each(
    place: Place, environment: dict[str, str], arguments: dict[str, tuple[object, ...]], folder: Path
) -> dict[str, float]:
    """How long each command takes here and now; the graph is empty afterwards."""
    place.close()
    took = {name: Running(folder, environment, *arguments[name]).ended().seconds for name in _COMMANDS}
    empty(place.engine())
    place.close()
    return took
