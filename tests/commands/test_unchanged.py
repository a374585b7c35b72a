"""A corpus that did not change is told by digests: nothing of it is extracted, compared or derived again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sanon.corpus_state.stored_corpus import StoredCorpus
from sanon.cypher import Statement
from sanon.extraction.adapters.entities_file import read_entities_file
from sanon.extraction.build import Extraction
from sanon.graph.engine import Engine
from sanon.graph.store import Store
from sanon.results import LoadResult
from sanon.settings.policy import Policy
from tests.graph.records import PROFILE
from tests.on_store import load, redact

_POLICY = Policy(edge_threshold=0.1, at_least=0)


def _write(folder: Path, named: dict[str, str]) -> None:
    """Documents and the file of their entities: source id -> the person it names."""
    folder.mkdir(exist_ok=True)
    documents = [{"id": name, "content": f"{person} was seen."} for name, person in named.items()]
    entities = [{"id": name, "entities": [[person, person.casefold(), "NAME", 0.9]]} for name, person in named.items()]
    for file, rows in (("documents", documents), ("entities", entities)):
        (folder / f"{file}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def _load(store: Store, folder: Path, **settings: object) -> LoadResult:
    given = Extraction(read_entities_file(folder / "entities.jsonl", PROFILE))
    return load(
        store, folder / "documents.jsonl", extraction=given, **{"policy": _POLICY, "profile": PROFILE} | settings
    )


def test_what_did_not_change_is_not_compared_again(store: Store, tmp_path: Path, monkeypatch):
    _write(tmp_path, {"a": "Ann Roe", "b": "Ann Roe", "c": "Bea Poe"})
    first = _load(store, tmp_path)
    redact(store, policy=_POLICY, profile=PROFILE)
    with monkeypatch.context() as patched:
        patched.setattr(StoredCorpus, "read", lambda _: pytest.fail("what the graph holds was read"))
        again = _load(store, tmp_path)
    assert (again.added, again.changed, again.removed, again.unchanged) == ([], [], [], 3)
    assert again.documents == first.documents == 3
    assert again.counts.mentions == first.counts.mentions


def test_what_changed_is_noticed(store: Store, engine: Engine, tmp_path: Path):
    named = {"a": "Ann Roe", "b": "Ann Roe", "c": "Bea Poe"}
    _write(tmp_path, named)
    _load(store, tmp_path)
    _write(tmp_path, named | {"c": "Ann Roe"})
    assert _load(store, tmp_path).changed == ["c"]
    _write(tmp_path, named | {"d": "Ann Roe"})
    assert _load(store, tmp_path).added == ["d"]
    entities = tmp_path / "entities.jsonl"
    entities.write_text(entities.read_text("utf-8").replace("0.9", "0.8", 1), "utf-8")
    assert _load(store, tmp_path).changed == ["a"], "a file of entities that differs is taken"
    engine.write(Statement("test/delete", "MATCH (d:Document {source_id: 'b'}) DETACH DELETE d", frozenset(), {}, {}))
    assert _load(store, tmp_path).added == ["b"], "whoever deleted it in the graph did not say so"
    assert store.links()["strength"].notna().all()
    stricter = Policy(edge_threshold=0.95, at_least=0)
    assert _load(store, tmp_path, policy=stricter).unchanged == 4
    assert store.links().empty, "derived with another threshold"


def test_a_document_that_is_pending_is_tried_again(store: Store, tmp_path: Path):
    _write(tmp_path, {"a": "Ann Roe", "b": "Ann Roe"})
    entities = tmp_path / "entities.jsonl"
    lines = entities.read_text("utf-8")
    entities.write_text(lines.splitlines(keepends=True)[0], "utf-8")
    for _ in range(2):
        assert set(_load(store, tmp_path).pending) == {"b"}
    entities.write_text(lines, "utf-8")
    assert not _load(store, tmp_path).pending
