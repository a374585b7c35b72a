"""kill -9 right after each single write of each command: the next run ends as if nothing had happened."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from sanon.corpus_state.runs import is_decided
from sanon.derivation.derive import is_derived
from sanon.settings.policy import Policy
from tests.cli.conftest import EXAMPLE
from tests.durability.child import sanon
from tests.durability.graphs import Graph, assert_same, graph_of
from tests.durability.processes import timeless
from tests.graph.conftest import Place

#: Writes of a command on the example corpus: fewer would mean that they are not counted.
_LEAST_WRITES = 5
_MOST_WRITES = 200


class _Step(NamedTuple):
    """A command in the life of a corpus, and what happens to its documents before."""

    arguments: tuple[object, ...]
    edit: Callable[[Path], None] = lambda _: None


def _take_the_example(documents: Path) -> None:
    """The documents about two of its people: all kinds of writes are there, in two thirds of the time."""
    shutil.copytree(EXAMPLE / "documents", documents, ignore=shutil.ignore_patterns("c[345]-*"))


def _edit_two(documents: Path) -> None:
    changed = documents / "c1-claim-form.json"
    record = json.loads(changed.read_text("utf-8"))
    changed.write_text(json.dumps(record | {"content": record["content"] + " Amended."}), "utf-8")
    (documents / "c2-news-article.json").unlink()


_LOAD = ("load", "documents", "--entities", EXAMPLE / "entities.jsonl")
_LIFE = [
    _Step(_LOAD, _take_the_example),
    _Step(("redact", "--theta-chain", "0.6")),
    _Step(("export", "out", "--overwrite")),
    _Step((*_LOAD, "--prune"), _edit_two),
    _Step(("redact", "--fresh", "--compute", "arrays")),
    _Step(("export", "out", "--overwrite")),
]


class _After(NamedTuple):
    """What a step that nothing disturbed leaves."""

    graph: Graph
    exported: dict[str, bytes] | None


class _Life:
    """A corpus and its graph; every step can be taken back."""

    def __init__(self, place: Place, folder: Path) -> None:
        self.place, self.folder = place, folder
        self.environment = {"NEO4J_URI": place.graph} | place.environment

    def run(self, step: _Step, killed_at: int = 0) -> int:
        ended = sanon(self.folder, self.environment, *step.arguments, killed_at=killed_at)
        assert ended.exit_code in (0, -9), ended.said
        return ended.exit_code

    def graph(self) -> Graph:
        try:
            return graph_of(self.place.engine())
        finally:
            self.place.close()

    def exported(self) -> dict[str, bytes] | None:
        out = self.folder / "out"
        if not out.exists():
            return None
        return {path.name: timeless(path) for path in out.rglob("*") if path.is_file()}

    def has_exported(self, wanted: _After) -> bool:
        return self.exported() == wanted.exported and self.graph()["exported"] == wanted.graph["exported"]

    def assert_trusted(self, command: str) -> None:
        """The numbers are those of the last run, and an export is allowed after a redact."""
        store = self.place.store()
        assert is_derived(store, Policy(), "insurance")
        assert is_decided(store.runs()) == (command != "load")
        self.place.close()


@pytest.fixture
def life(place: Place, tmp_path: Path) -> _Life:
    place.close()
    folder = tmp_path / "life"
    folder.mkdir()
    return _Life(place, folder)


def _undisturbed(tmp_path: Path) -> list[_After]:
    """Each step on the embedded engine; that the other store gives the same is a test of its own, and here another."""
    from sanon.graph.embedded import EmbeddedEngine

    folder = tmp_path / "undisturbed"
    folder.mkdir()
    life = _Life(Place(str(folder / "graph"), {}, lambda: EmbeddedEngine(folder / "graph")), folder)
    after = []
    for step in _LIFE:
        step.edit(folder / "documents")
        assert life.run(step) == 0
        after.append(_After(life.graph(), life.exported()))
    return after


@pytest.mark.slow
def test_a_command_killed_after_any_of_its_writes_is_done_by_running_it_again(life, tmp_path):
    undisturbed = _undisturbed(tmp_path)
    for number, step in enumerate(_LIFE):
        before = life.exported()
        step.edit(life.folder / "documents")
        # The run after a kill is killed one write later: each boundary is met, and each in what the others left.
        for write in range(1, _MOST_WRITES):
            ended = life.run(step, killed_at=write)
            assert life.exported() in (before, undisturbed[number].exported), "a part of an export, or another one"
            # Killed after it had remembered what it exported, an export has nothing left to say to the index.
            if ended == 0 or (step.arguments[0] == "export" and life.has_exported(undisturbed[number])):
                break
        assert _LEAST_WRITES <= write < _MOST_WRITES - 1
        assert_same(life.graph(), undisturbed[number].graph)
        assert life.exported() == undisturbed[number].exported
        life.assert_trusted(str(step.arguments[0]))
