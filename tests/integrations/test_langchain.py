"""LangChain's own documents, splitter interface and vector store."""

import asyncio

import pytest
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore

from sanon import Corpus
from sanon.errors import ConfigurationError
from sanon.integrations import Protection
from sanon.integrations.langchain import DocumentProtector
from sanon.integrations.vectorstore import LangChainIndex, apply_hand_out
from tests.integrations.conftest import CLINIC, FIRST, SECOND, TREATMENT


def documents(batch):
    return [Document(page_content=one["content"], metadata=one["metadata"] | {"source": one["id"]}) for one in batch]


@pytest.fixture
def protector(protection):
    return DocumentProtector(protection.model_copy(update={"id_key": "source"}))


def test_documents_come_back_protected_with_ids_and_the_changed_ones_of_before(protector):
    with pytest.raises(ConfigurationError, match="nothing was protected yet"):
        protector.stored()
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    for batch in (FIRST, SECOND):
        store.add_documents(asyncio.run(protector.atransform_documents(documents(batch))))
        store.add_documents(protector.again())
        protector.stored()
    held = {one["id"]: one for one in store.store.values()}
    assert held.keys() == {one["id"] for one in FIRST + SECOND}
    assert not [one for one in held.values() if CLINIC in str(one) or TREATMENT in str(one)]
    assert held["letter"]["metadata"] == {"ward": "[PROVIDER]", "source": "letter"}


def test_an_option_that_nobody_would_heed_is_refused(protector):
    with pytest.raises(ConfigurationError, match="chunk_size"):
        protector.transform_documents([], chunk_size=3)


def test_a_vector_store_of_langchain_follows_the_corpus_by_ids_alone(tmp_path):
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    graph, ledger = str(tmp_path / "graph"), tmp_path / "ledger.json"
    records = [
        {"id": "a", "content": "Jonas Aldergrove wrote.\nHe will come.\nOn Monday."},
        {"id": "b", "content": "It rained.\nIt snowed."},
    ]

    def bring(some, prune=False):
        with Corpus(graph) as corpus:
            corpus.load(some, prune=prune)
            corpus.redact()
            handed = corpus.hand_out()
            done = apply_hand_out(handed, LangChainIndex(store, ledger), split=str.splitlines)
            corpus.handed_out(handed)
        return done.added, done.changed, done.removed, done.unchanged, done.missed

    assert bring(records) == (2, 0, 0, 0, 0)
    assert store.store.keys() == {"a#1", "a#2", "a#3", "b#1", "b#2"}
    assert store.get_by_ids(["a#1"])[0].page_content == "[NAME] wrote."
    assert bring(records) == (0, 0, 0, 2, 0)
    shorter = [{"id": "a", "content": "Jonas Aldergrove wrote."}, records[1]]
    assert bring(shorter) == (0, 1, 0, 1, 0)
    assert store.store.keys() == {"a#1", "b#1", "b#2"}
    assert bring(shorter[:1], prune=True) == (0, 0, 1, 1, 0)
    assert store.store.keys() == {"a#1"}


def test_what_an_interrupted_run_left_in_the_store_is_found_again(tmp_path, monkeypatch):
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    ledger = tmp_path / "ledger.json"
    with Corpus() as corpus:
        corpus.load([{"id": "a", "content": "It rained.\nIt snowed."}])
        corpus.redact()
        handed = corpus.hand_out()
        with monkeypatch.context() as broken:
            add = store.add_documents

            def dies(documents, ids):
                add(documents[:1], ids=ids[:1])
                raise ConnectionError

            broken.setattr(store, "add_documents", dies)
            with pytest.raises(ConnectionError):
                apply_hand_out(handed, LangChainIndex(store, ledger), split=str.splitlines)
        done = apply_hand_out(handed, LangChainIndex(store, ledger))
    assert (done.added, done.changed) == (0, 1)
    assert [one["text"] for one in store.store.values()] == ["It rained.\nIt snowed."]


def test_a_ledger_that_is_none_is_refused(tmp_path):
    (tmp_path / "ledger.json").write_text('["a"]')
    with pytest.raises(ConfigurationError, match="no ledger"):
        LangChainIndex(InMemoryVectorStore(DeterministicFakeEmbedding(size=8)), tmp_path / "ledger.json")


def test_settings_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="Extra inputs"):
        Protection(graph="graph", id_field="source")
