"""Every Cypher file: what it declares is what it does, the same on both engines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from sanon.cypher import schema, statement, statement_names
from sanon.derivation.derive import derive
from sanon.graph.engine import Engine
from sanon.graph.rows import document_rows, mention_rows
from sanon.graph.store import Store
from sanon.records import Entity
from sanon.settings.policy import Policy
from tests.graph.conftest import ENGINES, Place, empty, place_of
from tests.graph.records import PROFILE, decisions, document, mention, write

NAMES = statement_names()
#: What is drawn has no rows to compare: tests/graph/test_browse.py.
PORTABLE = [name for name in NAMES if not set(name.split("/")) & {*ENGINES, "browse"}]
_RETURN = re.compile(r"\bRETURN\b")
_WRITES = re.compile(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|COPY)\b")

ANNA, KIEL, FLU = Entity("anna", "NAME"), Entity("kiel", "LOCATION"), Entity("flu", "MEDICAL_CONDITION")
_CHAINS = {"edge_threshold": 0.1, "limit": 10}
_CATEGORIES = {
    "edge_threshold": 0.1,
    "high": 0.75,
    "medium": 0.5,
    "theta_chain": 0.3,
    "rho_high": 0.7,
    "rho_medium": 0.9,
}
_CATEGORIES |= {"accepted": ["a\nb"], "tie": 1e-12}
_A, _B, _C = (document(source_id).id for source_id in "abc")


def _writes(name: str) -> bool:
    return bool(_WRITES.search(statement(name).text))


def _row(**columns: Any) -> dict[str, Any]:
    return {"rows": pd.DataFrame({name: [value] for name, value in columns.items()})}


#: Something to run each statement with; one that takes parameters and is not here fails its test.
SAMPLES: dict[str, dict[str, Any]] = {
    "decide/finish_run": {"id": "r1", "counts": "{}"},
    "decide/start_run": {
        "id": "r2", "started_at": "2026-02-02", "command": "load", "parameters": "{}", "sanon_version": "1"
    },
    "decide/write_levels": _row(id=FLU.id, replacement="[illness]", operator="generalize", level=2),
    "decide/clear_decisions": _row(id=ANNA.id),
    "decide/write_coarser_values": _row(id="f" * 32, value="illness", type="MEDICAL_CONDITION", weight=0.85),
    "decide/write_generalizations": _row(id=FLU.id, coarser=KIEL.id, level=1),
    "decide/write_decided": _row(run_id="r1", entity_id=KIEL.id, reason="x", risk_before=0.5, risk_after=0.25),
    "decide/write_decisions": _row(
        id=KIEL.id, replacement="[LOCATION]", operator="type-label", reason="x", decided_by="chain", level=0,
        leaves_link=False, relabelled=False, decided_for=["a", "b"],
    ),
    "decide/write_labels": _row(id=ANNA.id, replacement="[NAME]", operator="type-label"),
    "decide/write_exported": {"exported": '{"a": "1"}', "masks": "[]"},
    "decide/remember_settings": {"settings": "{}"},
    "derive/delete_chains": {"ids": ["chain", "none"]},
    "derive/delete_links": _row(a=_A, b=_B),
    "derive/document_risks": {"ids": [_A, _B]},
    "derive/entity_numbers": {"documents": 5},
    "derive/prefixes": {"ids": [_A, _B, _C], "bound": 1.5, "suffix_bound": 1.2, "hub": 1_000},
    "derive/prefix_weights": {"ids": [_A, _B, _C], "bound": 1.5},
    "derive/write_chain_documents": _row(chain_id="chain", document_id=_A, position=3),
    "derive/write_chains": _row(
        id="new", documents=["a", "b"], risk=0.5, residual_risk=0.25, pre_risk=0.3, category="LOW",
        highest_allowed=0.5, accepted="",
    ),
    "derive/write_document_risks": _row(id=_A, risk=0.5, residual_risk=0.25, pre_risk=0.3),
    "derive/write_entity_numbers": _row(id=KIEL.id, frequency=7, uniqueness=0.5, importance=0.25),
    "derive/write_links": _row(
        a=_A, b=document("e").id, strength=0.5, residual_strength=0.25, hop_risk=0.125, via=[KIEL.id, FLU.id],
        pre_hop_risk=0.25,
    ),
    "load/delete_background": {"ids": ["b1", "nobody"]},
    "load/upsert_background": _row(id="b2", source_id="b2.txt", path="b2.txt", content="x", content_md5="1"),
    "load/write_resemblances": _row(
        document_id=_A, background_id="b1", attacker="tfidf", rank_before=1, rank_after=0
    ),
    "load/delete_documents": {"source_ids": ["a", "nobody"]},
    "load/delete_mentions": {"source_ids": ["a", "nobody"]},
    "load/move_documents": _row(id=_A, path="moved.jsonl", source="{}"),
    "load/stamp_documents": _row(source_id="a", loaded_by="r1"),
    "load/update_weights": _row(type="NAME", weight=0.25, direct=True),
    "load/upsert_documents": _row(
        id="x-1", source_id="x", path="x", content="x", metadata="{}", content_md5="1", source="{}", state="pending",
        loaded_by="r1", characters=1, risk=0.5,
    ),
    "load/upsert_entities": _row(id=ANNA.id, value="anna", type="NAME", weight=0.5),
    "load/upsert_mentions": _row(
        document_id=_A, entity_id=FLU.id, relevance=0.5, original_values=["Flu", "the flu"], found_by=[],
        person="anna",
        confidence=0.5,
    ),
    "load/write_corpus": {"pseudonym_key": "ff"},
    "read/deciding_runs": {"entity_id": ANNA.id},
    "read/link_candidates": {"ids": [_A, _B, _C]},
    "read/link_strengths": _row(a=_A, b=_B) | {"edge_threshold": 0.2},
    "read/known_documents": {"rows": pd.DataFrame({"source_id": ["a", "nobody"]})},
    "read/documents": {"rows": pd.DataFrame({"id": [_A, "nobody"]})},
    "read/known_entities": {"rows": pd.DataFrame({"id": [ANNA.id, "nobody"]})},
    "read/links": {"edge_threshold": 0.3},
    "read/decided_for": {"entity_id": ANNA.id},
    **{f"read/chain_categories_{length}": _CATEGORIES for length in range(2, 7)},
    **{f"read/worst_chains_{length}": _CHAINS for length in range(2, 7)},
}  # fmt: skip
#: What the sample graph has seen already, with the same parameters: once more changes nothing.
REPEATED = {
    "derive/document_risks",
    "derive/unmentioned_entity_numbers",
    "load/write_corpus",
}
#: Everything that a graph holds, in queries that both engines run.
_DUMP = {
    "documents": (
        "MATCH (d:Document) RETURN d.id AS id, d.source_id AS source_id, d.path AS path, d.content AS content, "
        "d.metadata AS metadata, d.content_md5 AS content_md5, d.source AS source, d.state AS state, d.risk AS risk, "
        "d.residual_risk AS residual_risk, d.pre_risk AS pre_risk, d.loaded_by AS loaded_by, "
        "d.prefix_importance AS prefix_importance, "
        "d.prefix_weight AS prefix_weight",
        "id STRING, source_id STRING, path STRING, content STRING, metadata STRING, content_md5 STRING, source STRING, "
        "state STRING, risk DOUBLE, residual_risk DOUBLE, pre_risk DOUBLE, loaded_by STRING, prefix_importance DOUBLE, "
        "prefix_weight DOUBLE",
    ),
    "runs": (
        "MATCH (r:Run) RETURN r.id AS id, r.started_at AS started_at, r.command AS command, r.counts AS counts",
        "id STRING, started_at STRING, command STRING, counts STRING",
    ),
    "decided": (
        "MATCH (r:Run)-[x:DECIDED]->(e:Entity) RETURN r.id AS run, e.id AS entity, x.reason AS reason, "
        "x.risk_before AS risk_before, x.risk_after AS risk_after",
        "run STRING, entity STRING, reason STRING, risk_before DOUBLE, risk_after DOUBLE",
    ),
    "background": (
        "MATCH (b:Background) RETURN b.id AS id, b.source_id AS source_id, b.path AS path, b.content AS content, "
        "b.content_md5 AS content_md5",
        "id STRING, source_id STRING, path STRING, content STRING, content_md5 STRING",
    ),
    "resembles": (
        "MATCH (d:Document)-[r:RESEMBLES]->(b:Background) RETURN d.id AS document, b.id AS background, "
        "r.attacker AS attacker, r.rank_before AS rank_before, r.rank_after AS rank_after",
        "document STRING, background STRING, attacker STRING, rank_before INT64, rank_after INT64",
    ),
    "chains": (
        "MATCH (c:Chain) RETURN c.id AS id, c.documents AS documents, c.risk AS risk, "
        "c.residual_risk AS residual_risk, c.category AS category",
        "id STRING, documents STRING[], risk DOUBLE, residual_risk DOUBLE, category STRING",
    ),
    "includes": (
        "MATCH (c:Chain)-[i:INCLUDES]->(d:Document) RETURN c.id AS chain, d.id AS document, i.position AS position",
        "chain STRING, document STRING, position INT64",
    ),
    "generalizations": (
        "MATCH (e:Entity)-[g:GENERALIZES_TO]->(f:Entity) RETURN e.id AS entity, f.id AS coarser, g.level AS level",
        "entity STRING, coarser STRING, level INT64",
    ),
}


@pytest.fixture(scope="module")
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Engine]]:
    """The same small graph on both engines: a chain of documents, one entity masked."""
    places = {
        name: place_of(name, tmp_path_factory.mktemp(name), lambda: request.getfixturevalue("neo4j_server"))
        for name in ENGINES
    }
    engines = {name: place.engine() for name, place in places.items()}
    for engine in engines.values():
        _seed(engine)
    yield engines
    for place in places.values():
        place.close()


@pytest.fixture(autouse=True)
def _seeded_again(request: pytest.FixtureRequest) -> None:
    """A test on one engine alone has emptied what `both` share."""
    if "both" in request.fixturenames:
        for engine in request.getfixturevalue("both").values():
            if engine.read(statement("read/runs")).empty:
                _seed(engine)


def _seed(engine: Engine) -> None:
    engine.create_schema()
    empty(engine)
    engine.write(statement("load/write_corpus"), pseudonym_key="00")
    store = Store(engine)
    names = "abcdefg"
    shared = [mention(d, f"shared {n}") for n, pair in enumerate(pairwise(names)) for d in pair]
    write(
        store,
        [document(name, number=n) for n, name in enumerate(names)],
        [*shared, mention("a", "anna"), mention("a", "kiel", "LOCATION", 0.5), mention("b", "kiel", "LOCATION", 0.75)],
    )
    store.upsert_documents(document_rows([(document("unread"), "pending")]))
    of_anna = replace(mention("c", "flu", "MEDICAL_CONDITION", 0.0), person="anna")
    store.upsert_mentions(*mention_rows([of_anna], PROFILE.weights))
    store.upsert_mentions(*mention_rows([mention("unread", "nobody's any more")], PROFILE.weights))
    store.delete_mentions(["unread"])
    text = {"id": ["b1"], "source_id": ["b1.txt"], "path": ["b1.txt"], "content": ["x"], "content_md5": ["1"]}
    store.upsert_background(pd.DataFrame(text))
    found = {"document_id": [_B], "background_id": ["b1"], "attacker": ["bm25"], "rank_before": [1], "rank_after": [2]}
    store.write_resemblances(pd.DataFrame(found))
    store.start_run("r1", "2026-01-01", "redact", {}, "test")
    store.write_decisions("r1", decisions([ANNA, Entity("shared 0", "NAME")]))
    derive(store, Policy(edge_threshold=0.2, max_chain_length=6), PROFILE, "cypher")
    risks = {"risk": 0.5, "residual_risk": 0.5, "pre_risk": 0.5}
    chain = pd.DataFrame({"id": ["chain"], "documents": [["a"]], **risks, "category": "LOW"})
    chain = chain.assign(highest_allowed=0.5, accepted="")
    engine.write(statement("derive/write_chains"), chain)
    above = pd.DataFrame({"id": [ANNA.id], "coarser": [KIEL.id], "level": [1]})
    engine.write(statement("decide/write_generalizations"), above)


class _UndoneError(Exception):
    """Ends a transaction that nobody needs."""


def _comparable(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows in one order, the order within `via` set aside."""
    frame = frame.copy()
    if "relevance" in frame and frame["relevance"].dtype == object:
        # Lists of one length, in the order in which an engine walks.
        frame = frame.explode(list(frame.columns[1:]), ignore_index=True)
        frame = frame.astype({"entity_id": object, "relevance": float})
    if "via" in frame:
        frame["via"] = [sorted(via) for via in frame["via"]]
    by = [name for name in frame.columns if frame[name].dtype == object and name not in ("via",)] or list(frame.columns)
    order = sorted(range(len(frame)), key=lambda row: [str(frame[name].iloc[row]) for name in by])
    return frame.iloc[order].reset_index(drop=True)


def _everything(engine: Engine) -> dict[str, pd.DataFrame]:
    frames = {name: engine.read(_statement(name, *query)) for name, query in _DUMP.items()}
    for name in ("read/entities", "read/mentioned_values", "read/corpus"):
        frames[name] = engine.read(statement(name))
    frames["links"] = engine.read(statement("read/links"), edge_threshold=0.0)
    return frames


def _statement(name: str, text: str, columns: str) -> Any:
    from sanon.cypher import Statement

    return Statement(f"test/{name}", text, frozenset(), {}, dict(part.split(" ") for part in columns.split(", ")))


@pytest.mark.parametrize("name", NAMES)
def test_a_statement_declares_what_it_uses_and_returns(name):
    one = statement(name)  # raises where parameters differ
    first = one.text.splitlines()[0]
    if one.rows and not first.startswith("COPY "):  # COPY takes a table as it is
        taken = ", ".join(f"row.{column} AS {column}" for column in one.rows)
        assert first == f"UNWIND $rows AS row WITH {taken}"
    assert bool(_RETURN.search(one.text)) == bool(one.columns)
    for column in one.columns:
        assert re.search(rf"\b{column}\b", one.text[one.text.rindex("RETURN") :])


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("read/", "browse/"))])
def test_what_reads_has_no_clause_that_writes(name):
    assert not _writes(name)


@pytest.mark.parametrize("engine_name", ENGINES)
def test_a_schema_has_statements(engine_name):
    assert len(schema(engine_name)) >= 6


@pytest.mark.parametrize("name", [name for name in PORTABLE if _writes(name)])
def test_a_statement_that_writes_leaves_the_same_graph_on_both_engines(name, both):
    left = {}
    for engine_name, engine in both.items():
        before = _everything(engine)
        try:
            with engine.transaction():
                engine.write(statement(name), **SAMPLES.get(name, {}))
                left[engine_name] = _everything(engine)
                raise _UndoneError
        except _UndoneError:
            pass
        after = _everything(engine)
        assert all(_comparable(before[kind]).equals(_comparable(after[kind])) for kind in before), "rolled back"
        changed = any(not _comparable(before[kind]).equals(_comparable(left[engine_name][kind])) for kind in before)
        assert changed == (name not in REPEATED)
    for kind in left["neo4j"]:
        assert_frame_equal(
            _comparable(left["ladybug"][kind]), _comparable(left["neo4j"][kind]), rtol=1e-9, atol=1e-12, obj=kind
        )


@pytest.mark.parametrize("name", [name for name in PORTABLE if not _writes(name)])
def test_a_statement_that_reads_finds_the_same_on_both_engines(name, both):
    found = {engine_name: engine.read(statement(name), **SAMPLES.get(name, {})) for engine_name, engine in both.items()}
    assert list(found["neo4j"].columns) == list(statement(name).columns)
    assert len(found["neo4j"]) > 0
    assert_frame_equal(_comparable(found["ladybug"]), _comparable(found["neo4j"]), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", [name for name in PORTABLE if not _writes(name)])
def test_a_statement_that_finds_nothing_has_the_same_columns_and_types_on_both_engines(name, both):
    found = []
    for engine in both.values():
        try:
            with engine.transaction():
                empty(engine)
                found.append(engine.read(statement(name), **SAMPLES.get(name, {})).iloc[:0])
                raise _UndoneError
        except _UndoneError:
            pass
    assert_frame_equal(*found)
    assert list(found[0].columns) == list(statement(name).columns)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("server/neo4j/")])
def test_a_statement_of_the_server_runs(name, neo4j_server, tmp_path):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    engine = place.engine()
    if statement(name).columns:
        assert list(engine.read(statement(name)).columns) == list(statement(name).columns)
    else:
        engine.write(statement(name))
        empty(engine)
    place.close()


def test_a_name_that_no_file_has_is_an_error():
    with pytest.raises(FileNotFoundError):
        statement("read/nothing")


def test_rows_that_are_not_there_are_nothing_to_do(place: Place):
    store = place.store()
    store.upsert_documents(document_rows([]))
    store.upsert_mentions(*mention_rows([], {}))
    store.update_weights({})
    assert store.counts() == {"documents": 0, "pending": 0, "entities": 0, "masked": 0}
