"""A corpus that grows: numbers as of a load from scratch; what is published stays; only what differs is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import sanon.corpus_state.updating
import sanon.graph.store
from sanon.derivation.derive import derive
from sanon.extraction.adapters.entities_file import EntitiesFile
from sanon.extraction.build import Extraction
from sanon.graph.store import Store
from sanon.records import TAKEN_AS_GIVEN as FOUND_BY
from sanon.records import Entity, Finding
from sanon.results import LoadResult
from sanon.settings.masking import EVERY_TYPE, Compute, Masking
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from tests.graph.conftest import Place, empty, place_of
from tests.graph.numbers import assert_same_numbers, numbers_of
from tests.graph.records import decisions
from tests.on_store import export, load, redact
from tests.reference import Corpus

PROFILE = load_profile("insurance")
KINDS = ("NAME", "MEDICAL_CONDITION", "PROVIDER", "LOCATION", "EVENT_DATE", "AGE", "NAME", "TREATMENT")
#: About a second an example.
_EXAMPLES = {"ladybug": 14, "neo4j": 7}
#: Document -> the numbers of its entities, and their relevances.
Mentioned = dict[str, dict[int, float]]

_documents = st.sampled_from([f"d{number}" for number in range(6)])
_mentions = st.dictionaries(st.integers(0, len(KINDS) - 1), st.sampled_from([0.0, 0.3, 0.7, 0.85, 1.0]), max_size=5)
_steps = st.lists(
    st.tuples(
        st.dictionaries(_documents, st.none() | _mentions, min_size=1, max_size=3),
        st.sampled_from(["cypher", "arrays"]),
        st.sampled_from(["cypher", "arrays", None]),
    ),
    min_size=2,
    max_size=4,
)


def _entity(number: int) -> Entity:
    return Entity(f"value {number}", KINDS[number])


def _load(store: Store, folder: Path, corpus: Mentioned, policy: Policy, compute: Compute = "auto") -> LoadResult:
    """Load a corpus whose documents name their entities, without those that it has no more."""
    folder.mkdir(exist_ok=True)
    rows = [{"id": name, "content": f"{name}: " + ", ".join(map(_value, found))} for name, found in corpus.items()]
    (folder / "docs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    findings = {
        name: [
            Finding(_value(number), f"value {number}", KINDS[number], relevance, FOUND_BY)
            for number, relevance in found.items()
        ]
        for name, found in corpus.items()
    }
    return load(
        store,
        folder,
        extraction=Extraction(EntitiesFile(findings, [], "")),
        profile=PROFILE,
        policy=policy,
        compute=compute,
        prune=True,
    )


def _value(number: int) -> str:
    return f"Value {number}"


def _undecided(corpus: Mentioned, policy: Policy) -> bool:
    weights = {_entity(number).id: PROFILE.weights[kind] for number, kind in enumerate(KINDS)}
    named = {name: {_entity(number).id: r for number, r in found.items()} for name, found in corpus.items()}
    reference = Corpus(named, weights)
    return reference.undecided(policy.edge_threshold)


def test_whatever_comes_goes_and_is_masked_every_number_is_that_of_a_load_from_scratch(
    place: Place, request: pytest.FixtureRequest, tmp_path: Path
):
    grown, scratch = place.engine(), place_of("ladybug", tmp_path / "scratch", lambda: None)  # type: ignore[arg-type,return-value]
    anew = scratch.engine()
    folder = tmp_path / "docs"

    @settings(max_examples=_EXAMPLES[request.node.callspec.params["place"]], deadline=None)
    @given(steps=_steps, threshold=st.sampled_from([0.05, 0.3, 0.6]))
    def check(steps: list[Any], threshold: float) -> None:
        policy = Policy(edge_threshold=threshold, theta_doc=0.8, theta_chain=0.3, at_least=0)
        empty(grown)
        store, corpus = Store(grown), Mentioned()
        for changes, loading, redacting in steps:
            corpus |= {name: found for name, found in changes.items() if found is not None}
            for name in [name for name, found in changes.items() if found is None]:
                corpus.pop(name, None)
            _load(store, folder, corpus, policy, loading)
            if redacting:
                redact(store, policy=policy, profile=PROFILE, compute=redacting)
        entities = store.entities()
        masked = set(entities.loc[entities["masked"].astype(bool) & (entities["frequency"] > 0), "id"])
        assume(not _undecided(corpus, policy))
        empty(anew)
        fresh = Store(anew)
        _load(fresh, folder, corpus, policy, "arrays")
        fresh.start_run("masks", "2026-01-01T00:00:00.000000+00:00", "redact", {}, "test")
        rows = decisions(e for e in map(_entity, range(len(KINDS))) if e.id in masked)
        stage_of = dict(zip(entities["id"], entities["decided_by"], strict=True))
        fresh.write_decisions("masks", rows.assign(decided_by=rows["id"].map(stage_of)))
        derive(fresh, policy, PROFILE, "arrays")
        assert_same_numbers(numbers_of(store, grown), numbers_of(fresh, anew))

    check()
    scratch.close()


def _written(store: Store, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What derive writes back from now on: rows by what they are."""
    seen: dict[str, Any] = {}
    for name in ("write_entity_numbers", "write_document_risks", "change_links", "change_chains"):
        write = getattr(Store, name)

        def spied(self: Store, *rows: Any, write: Any = write, name: str = name, **named: Any) -> None:
            seen[name] = named or rows[0]
            write(self, *rows, **named)

        monkeypatch.setattr(Store, name, spied)
    return seen


def test_what_is_new_comes_with_its_numbers_and_is_not_read_back(store, tmp_path, monkeypatch):
    seen = _written(store, monkeypatch)
    monkeypatch.setattr(Store, "mentions", lambda _: pytest.fail("what was just written was read"))
    corpus = {"a": {0: 1.0, 3: 0.5}, "b": {0: 1.0}, "c": {}}
    _load(store, tmp_path / "docs", corpus, Policy(edge_threshold=0.05), "arrays")
    assert seen["write_entity_numbers"].empty
    assert seen["write_document_risks"].empty
    # Of 3 documents 2 name somebody: u = ln(4/2) / ln 4, and a name weighs 1.
    risks = store.document_risks()
    assert risks.loc[1, ["risk", "residual_risk", "pre_risk"]].tolist() == pytest.approx([0.5] * 3)


def test_redact_reads_entities_once_and_no_link_that_cannot_be_as_it_was(store, tmp_path, monkeypatch):
    policy = Policy(edge_threshold=0.05, theta_doc=0.05, at_least=0)
    _load(store, tmp_path / "docs", {"a": {0: 1.0, 3: 0.5}, "b": {0: 1.0}, "c": {2: 0.1}}, policy, "arrays")
    reads, entities = [], Store.entities
    monkeypatch.setattr(Store, "entities", lambda self: reads.append(self) or entities(self))
    if store.loads_in_bulk:
        monkeypatch.setattr(Store, "links", lambda _: pytest.fail("links were read"))
    redact(store, policy=policy, profile=PROFILE, compute="arrays")
    assert len(reads) == 1
    monkeypatch.undo()
    seen = _written(store, monkeypatch)
    derive(store, policy, PROFILE, "arrays")
    assert seen["write_document_risks"].empty
    assert all(part.empty for part in seen["change_links"].values())


def test_an_edit_writes_only_the_numbers_of_what_it_touches(store, tmp_path, monkeypatch):
    policy = Policy(edge_threshold=0.05, at_least=0)
    corpus = {"a": {0: 1.0, 3: 0.5}, "b": {0: 1.0}, "c": {1: 1.0, 2: 0.7}, "d": {1: 1.0}, "e": {4: 1.0}}
    _load(store, tmp_path / "docs", corpus, policy, "arrays")
    seen = _written(store, monkeypatch)
    corpus["a"] = {0: 1.0, 3: 0.9}  # the same text: only a relevance
    _load(store, tmp_path / "docs", corpus, policy, "arrays")
    assert list(seen["write_entity_numbers"]["id"]) == [_entity(3).id]
    assert [node.split("-")[0] for node in seen["write_document_risks"]["id"]] == ["a"]
    changed = seen["change_links"]
    assert (len(changed["gone"]), len(changed["new"])) == (0, 0)
    # The hop from a to b takes the risk of a; c and d are as they were.
    assert [(a[0], b[0]) for a, b in changed["changed"][["a", "b"]].itertuples(index=False)] == [("a", "b")]

    monkeypatch.undo()
    seen = _written(store, monkeypatch)
    redact(store, policy=policy.model_copy(update={"theta_doc": 0.5}), profile=PROFILE, compute="arrays")
    assert seen["write_entity_numbers"].empty  # masks change what is left, not what an entity is worth
    monkeypatch.undo()
    seen = _written(store, monkeypatch)
    for compute in ("cypher", "arrays"):
        derive(store, policy, PROFILE, compute)
        assert all(part.empty for part in seen["change_links"].values()), "links that are right already"
    assert seen["write_document_risks"].empty


def test_what_comes_changes_no_mask_and_no_pseudonym_that_is_published(store, tmp_path):
    policy, docs, out = (
        Policy(edge_threshold=0.2, theta_doc=0.6, theta_chain=0.2, at_least=0),
        tmp_path / "docs",
        tmp_path / "out",
    )
    corpus: Mentioned = {"a": {0: 1.0, 3: 0.3}, "b": {0: 0.9, 1: 0.8}, "c": {2: 0.3}}
    pseudonyms = {"masking": Masking(operators={EVERY_TYPE: "pseudonym"})}
    _load(store, docs, corpus, policy)
    first = redact(store, policy=policy, profile=PROFILE, **pseudonyms)
    assert not first.opened
    assert first.opened_count == 0
    export(store, out, profile=PROFILE)
    published = _replacements(store)
    texts = _texts(out)
    assert published

    # c now shares with the newcomer; a and b hear nothing of it.
    corpus["d"] = {2: 1.0}
    corpus["c"] = {2: 1.0}
    _load(store, docs, corpus, policy)
    second = redact(store, policy=policy, profile=PROFILE, **pseudonyms)
    done = export(store, out, profile=PROFILE, overwrite=True)
    assert {entity: _replacements(store)[entity] for entity in published} == published
    assert _entity(2).id in _replacements(store)
    # Value 2 stood readable in the first export of c: who has both learns it.
    assert done.changes.to_json() == {"added": ["d"], "changed": ["c"], "removed": [], "newly_masked": 1}
    assert {name: _texts(out)[name] for name in "ab"} == {name: texts[name] for name in "ab"}

    # N = 4, two documents mention value 2: u = ln(5/2) / ln 5, times the weight of a PROVIDER.
    strength = 0.65 * 0.5693234419266069
    assert [one.documents for one in second.opened] == [["c", "d"]]
    assert second.opened[0].residual_risk == pytest.approx(strength * (1 + strength) / 2)
    assert redact(store, policy=policy, profile=PROFILE).opened == []


def test_what_an_interrupted_load_brought_is_still_news_to_redact(store, tmp_path, monkeypatch):
    policy, docs = Policy(edge_threshold=0.05, theta_chain=0.1, at_least=0), tmp_path / "docs"
    corpus: Mentioned = {"a": {0: 1.0}}
    _load(store, docs, corpus, policy)
    redact(store, policy=policy, profile=PROFILE)
    corpus["b"] = {1: 1.0}
    corpus["c"] = {1: 1.0}

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(sanon.corpus_state.updating, "derive", dies)
        with pytest.raises(KeyboardInterrupt):
            _load(store, docs, corpus, policy)
    assert _load(store, docs, corpus, policy).added == []  # the graph holds them already
    assert [one.documents for one in redact(store, policy=policy, profile=PROFILE).opened] == [["b", "c"]]
    corpus["d"] = {1: 1.0, 2: 1.0}
    corpus["e"] = {2: 1.0}
    _load(store, docs, corpus, policy)
    assert redact(store, policy=policy, profile=PROFILE, fresh=True).opened == []  # everything is decided anew


def _replacements(store: Store) -> dict[str, str]:
    entities = store.entities()
    shown: pd.DataFrame = entities[entities["masked"].astype(bool)]
    return dict(zip(shown["id"], shown["replacement"], strict=True))


def _texts(out: Path) -> dict[str, str]:
    lines = (out / "docs.jsonl").read_text("utf-8").splitlines()
    return {row["id"]: row["content"] for row in map(json.loads, lines)}


def test_a_document_that_only_stands_elsewhere_is_neither_extracted_nor_news(store, tmp_path):
    policy, docs = Policy(edge_threshold=0.05, at_least=0), tmp_path / "docs"
    _load(store, docs, {"a": {0: 1.0}, "b": {0: 1.0}}, policy)
    stamped = store.loaded_by()
    report = _load(store, docs, {"new": {1: 1.0}, "a": {0: 1.0}, "b": {0: 1.0}}, policy)
    assert (report.added, report.changed, report.unchanged) == (["new"], [], 2)
    assert {name: store.loaded_by()[name] for name in "ab"} == stamped
    redact(store, policy=policy, profile=PROFILE)
    export(store, tmp_path / "out", profile=PROFILE)
    assert list(_texts(tmp_path / "out")) == ["new", "a", "b"]
