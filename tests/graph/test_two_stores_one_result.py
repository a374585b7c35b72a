"""The installed command on both engines: the same export byte for byte, the same numbers."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from sanon.graph.engine import Engine
from sanon.graph.store import Store
from sanon.results import RedactResult
from sanon.settings.policy import Policy
from tests.cli.conftest import EXAMPLE, Sanon
from tests.durability.graphs import assert_same, graph_of
from tests.durability.processes import timeless
from tests.graph.conftest import ENGINES, Place, empty, place_of
from tests.graph.records import PROFILE, Tables, write_tables
from tests.on_store import redact
from tests.strategies import policies, tables

_ENTITIES = ("--entities", EXAMPLE / "entities.jsonl")


@pytest.fixture
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, Place]]:
    """An empty graph on each engine, closed."""
    both = {}
    for name in ENGINES:
        (tmp_path / name).mkdir()
        both[name] = place_of(name, tmp_path / name, lambda: request.getfixturevalue("neo4j_server"))
        both[name].close()
    yield both
    for place in both.values():
        place.close()


def _run(place: Place, folder: Path, *arguments: object, exit_code: int = 0) -> Any:
    """Run a command on a graph with --format json; the address comes from the environment, as a team sets it."""
    environment = {"NEO4J_URI": place.graph} | place.environment
    result = Sanon(folder)(*arguments, "--format", "json", **environment)
    assert result.exit_code == exit_code, result.err
    assert not any(secret in result.out + result.err for secret in _secrets(place))
    return json.loads(result.out) if result.out else result.err


def _secrets(place: Place) -> list[str]:
    return [place.environment["NEO4J_PASSWORD"]] if place.environment else []


def _files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): timeless(path) for path in sorted(folder.rglob("*")) if path.is_file()}


def _assert_equal(one: Any, other: Any, where: str = "") -> None:
    """Equal JSON, numbers to 1e-9."""
    if isinstance(one, dict):
        assert one.keys() == other.keys(), where
        for key in one:
            _assert_equal(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, list):
        assert len(one) == len(other), where
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            _assert_equal(a, b, f"{where}[{number}]")
    elif isinstance(one, float):
        assert one == pytest.approx(other, abs=1e-9), where
    else:
        assert one == other, where


def test_the_example_corpus_comes_out_the_same_from_both_stores(places, tmp_path):
    said: dict[str, list[Any]] = {}
    for name, place in places.items():
        folder = tmp_path / name / "work"
        shutil.copytree(EXAMPLE / "documents", folder / "documents")
        out = folder / "out"
        said[name] = [
            _run(place, folder, "load", folder / "documents", *_ENTITIES),
            _run(place, folder, "analyze", "--all-chains"),
            _run(place, folder, "redact"),
            _run(place, folder, "analyze", "--compute", "cypher", "--all-chains"),
            _run(place, folder, "export", out),
        ]
        # The corpus goes on: a changed document, a lost one.
        changed = folder / "documents" / "c1-claim-form.json"
        record = json.loads(changed.read_text("utf-8"))
        changed.write_text(json.dumps(record | {"content": record["content"] + " Amended."}), "utf-8")
        (folder / "documents" / "c2-news-article.json").unlink()
        said[name] += [
            _run(place, folder, "load", folder / "documents", "--prune", *_ENTITIES),
            _run(place, folder, "redact"),
            _run(place, folder, "export", folder / "out 2"),
            _run(place, folder, "redact", "--fresh", "--operator", "generalize", "--strategy", "knapsack"),
            _run(place, folder, "analyze"),
            _run(place, folder, "export", folder / "out 3"),
        ]
        for answer in said[name]:
            for random in ("run_id", "out", "graph", "runs"):
                answer.pop(random, None)
    _assert_equal(said["ladybug"], said["neo4j"])
    for out in ("out", "out 2", "out 3"):
        written = _files(tmp_path / "ladybug" / "work" / out)
        assert len(written) > 24
        assert written == _files(tmp_path / "neo4j" / "work" / out)


def test_random_corpora_are_decided_the_same_on_both_stores(places):
    engines = {name: places[name].engine() for name in ENGINES}

    @settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
    @given(corpus=tables(), policy=policies)
    def decided_the_same(corpus, policy):
        decided = [_decided(engines[name], corpus, policy) for name in ENGINES]
        _assert_equal(*[json.loads(json.dumps(one.to_json() | {"run_id": None})) for one in decided])
        assert_same(*(graph_of(engines[name]) for name in ENGINES))

    decided_the_same()


def _decided(engine: Engine, corpus: Tables, policy: Policy) -> RedactResult:
    empty(engine)
    store = Store(engine)
    write_tables(store, corpus)
    # In the database, each in its own: arrays would compute the same numbers twice.
    return redact(store, policy=policy, profile=PROFILE, compute="cypher")


@pytest.mark.parametrize("name", ENGINES)
def test_a_second_command_that_writes_is_told_to_wait(name, places, tmp_path):
    place = places[name]
    _run(place, tmp_path, "load", EXAMPLE / "documents", *_ENTITIES)
    with place.store() as store:
        store.claim()
        assert "another" in _run(place, tmp_path, "redact", exit_code=4)


def test_an_empty_database_is_no_graph_and_stays_empty(places, tmp_path, neo4j_server):
    assert "load documents first" in _run(places["neo4j"], tmp_path, "redact", exit_code=4)
    with neo4j_server.driver() as driver:
        assert driver.execute_query("MATCH (n) RETURN count(n) AS n", database_=neo4j_server.database)[0][0]["n"] == 0


def test_what_a_server_rejects_is_listed_in_a_folder_for_its_owner(places, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bad.json").write_text("{")
    _run(places["neo4j"], tmp_path, "load", "docs", exit_code=3)
    listed = tmp_path / ".sanon" / "rejected.jsonl"
    assert json.loads(listed.read_text())["file"] == "bad.json"
    assert listed.parent.stat().st_mode & 0o777 == 0o700
    assert (listed.parent / ".gitignore").read_text() == "*\n"
