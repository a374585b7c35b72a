"""The examples that read the graph with other libraries do, and find what the slow reference says."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from py2neo import Graph

from sanon.derivation.derive import derive
from sanon.graph.rows import document_rows
from sanon.records import Entity
from sanon.settings.policy import Policy
from tests import reference
from tests.graph.conftest import Place, place_of
from tests.graph.records import PROFILE, decisions, document, mention, write
from tests.neo4j_server import Server

EXAMPLES = Path(__file__).parents[2] / "examples"
ANNA, KIEL, FLU = Entity("anna", "NAME"), Entity("kiel", "LOCATION"), Entity("flu", "MEDICAL_CONDITION")


@pytest.fixture(scope="module")
def seeded(neo4j_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Place, reference.Corpus]]:
    """Three documents, one of them pending; of three entities the name is masked."""
    place = place_of("neo4j", tmp_path_factory.mktemp("reading"), lambda: neo4j_server)
    store = place.store()
    write(
        store,
        [document("a"), document("b")],
        [
            mention("a", "anna"),
            mention("b", "anna"),
            mention("a", "kiel", "LOCATION", 0.5),
            mention("a", "flu", FLU.type),
        ],
    )
    store.upsert_documents(document_rows([(document("unread"), "pending")]))
    store.start_run("r1", "2026-01-01T00:00:00.000000+00:00", "redact", {}, "test")
    store.write_decisions("r1", decisions([ANNA]))
    derive(store, Policy(), PROFILE, "arrays")
    slow = reference.Corpus.of(
        {"documents": store.document_risks(), "entities": store.entities(), "mentions": store.mentions()}
    )
    yield place, slow
    place.close()


def _example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_pandas_by_the_driver(seeded, neo4j_server):
    _, slow = seeded
    with neo4j_server.driver() as driver:
        found = _example("graph_with_pandas").tables(driver, neo4j_server.database)
    types = found["types"].set_index("type")
    assert types["masked"].to_dict() == {"NAME": 1, "LOCATION": 0, "MEDICAL_CONDITION": 0}
    assert types.loc["NAME", "uniqueness"] == pytest.approx(slow.uniqueness(ANNA.id))
    documents = found["documents"].set_index("document")
    assert documents["risk"].to_dict() == pytest.approx({d: slow.document_risk(d, set()) for d in "ab"}, abs=1e-9)
    assert documents["residual_risk"].to_dict() == pytest.approx(
        {d: slow.document_risk(d, {ANNA.id}) for d in "ab"}, abs=1e-9
    )


def test_py2neo_finds_the_riskiest_documents_and_what_is_readable_in_them(seeded, neo4j_server):
    _, slow = seeded
    graph = Graph(neo4j_server.uri, auth=(neo4j_server.username, neo4j_server.password), name=neo4j_server.database)
    (first, risk, makes), (second, nothing, _) = _example("graph_with_py2neo").riskiest(graph, 5)
    assert (first, second) == ("a", "b")
    assert risk == pytest.approx(slow.document_risk("a", {ANNA.id}), abs=1e-9)
    assert nothing == 0
    # The condition outweighs the town: relevance 1 against 0.5, weight 0.85 against 0.55, both in one document.
    assert makes["id"].tolist() == [FLU.id, KIEL.id]
    assert makes["contribution"].tolist() == pytest.approx(
        [slow.contribution(e.id, "a") for e in (FLU, KIEL)], abs=1e-9
    )


@pytest.mark.parametrize("name", ["graph_with_pandas", "graph_with_py2neo"])
def test_an_example_runs_as_its_first_lines_say_and_prints_no_value(name, seeded, neo4j_server):
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py"],
        env=os.environ | neo4j_server.environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "MEDICAL_CONDITION" in done.stdout
    assert not any(value in done.stdout for value in ("anna", "kiel", "flu"))
