"""An export in real Chroma, and what becomes of it when the corpus grows."""

import hashlib
import json
import re
import shutil
from collections import Counter

import chromadb
import pytest
from chromadb import EmbeddingFunction
from chromadb.config import Settings

from sanon import Corpus
from sanon.errors import ConfigurationError, InputRejected
from sanon.integrations.vectorstore import ChromaIndex, apply_export
from tests.cli.conftest import EXAMPLE
from tests.integrations.conftest import stands


class Words(EmbeddingFunction):
    """Counts of words, each in one of 512 places: texts that share a word are near."""

    def __init__(self):
        pass

    @staticmethod
    def name():
        return "words"

    def get_config(self):
        return {}

    @staticmethod
    def build_from_config(config):
        return Words()

    def __call__(self, input):  # the name is Chroma's
        return [self._vector(text) for text in input]

    def _vector(self, text):
        places = Counter(
            int(hashlib.sha256(word.encode()).hexdigest(), 16) % 512 for word in re.findall(r"\w+", text.lower())
        )
        return [float(places[place]) for place in range(512)]


@pytest.fixture
def collection(tmp_path):
    client = chromadb.PersistentClient(str(tmp_path / "chroma"), settings=Settings(anonymized_telemetry=False))
    return client.create_collection("claims", embedding_function=Words())


@pytest.fixture
def exported(protection, tmp_path):
    """Load, redact and export to `out`; True to replace what was there."""

    def _exported(documents, prune=False, **export):
        with Corpus(protection.graph) as corpus:
            corpus.load(documents, prune=prune)
            corpus.redact()
            return corpus.export(tmp_path / "out", overwrite=True, **export).changes

    return _exported


def lines(text):
    return [line for line in text.split("\n\n") if line.strip()]


def applied(result):
    return result.added, result.changed, result.removed, result.unchanged, result.missed


def test_after_an_update_no_masked_value_can_be_retrieved_any_more(collection, tmp_path):
    out, index = tmp_path / "out", ChromaIndex(collection)
    files = sorted((EXAMPLE / "documents").iterdir())

    def exported(corpus, some):
        corpus.load([json.loads(file.read_text("utf-8")) for file in some], entities=EXAMPLE / "entities.jsonl")
        corpus.redact()
        return corpus.export(out, overwrite=True).changes

    with Corpus(tmp_path / "graph") as corpus:
        exported(corpus, files[::2])
        first = apply_export(out, index, split=lines)
        assert applied(first) == (13, 0, 0, 0, 0)
        before = collection.get()
        assert first.pieces == len(before["ids"])
        changes = exported(corpus, files)
        second = apply_export(out, index, split=lines)
        assert applied(second) == (12, len(changes.changed), 0, 13 - len(changes.changed), 0)
        held, decided = collection.get(), corpus.decisions["id"]
        mentions = corpus.mentions
    masked = mentions[mentions["entity_id"].isin(decided)]
    masked = {source_id: set(rows["original_values"].explode()) for source_id, rows in masked.groupby("source_id")}

    def readable(found):
        """Masked values that stand in pieces of the documents that mention them, as the graph says now."""
        pieces = zip(found["metadatas"], found["documents"], strict=True)
        documents = [(masked.get(metadata["sanon_document"], ()), f"{text} {metadata}") for metadata, text in pieces]
        return {value for values, text in documents for value in values if stands(value, text)}

    newly = readable(before)
    assert len(newly) >= changes.newly_masked > 0
    assert readable(held) == set()
    for value in newly:
        answer = collection.query(query_texts=[value], n_results=5)
        assert readable({name: answer[name][0] for name in ("metadatas", "documents")}) == set()
    assert second.pieces == collection.count()
    assert applied(apply_export(out, index, split=lines)) == (0, 0, 0, 25, 0)
    assert collection.get() == held


def test_removed_documents_go_with_all_their_pieces_and_what_others_put_there_stays(exported, collection, tmp_path):
    index = ChromaIndex(collection)
    exported([{"id": "a", "content": "It rained.\n\nIt snowed."}, {"id": "b", "content": "The sun shone."}])
    collection.add(ids=["note"], documents=["a note of mine"])
    assert apply_export(tmp_path / "out", index, split=lines).foreign == 1
    assert exported([{"id": "b", "content": "The sun shone."}], prune=True).removed == ["a"]
    assert applied(apply_export(tmp_path / "out", index, split=lines)) == (0, 0, 1, 1, 0)
    assert sorted(collection.get()["ids"]) == ["b#1", "note"]


def test_an_export_that_was_never_applied_is_made_up_for(exported, collection, tmp_path):
    index = ChromaIndex(collection)
    old, new = {"id": "a", "content": "It rained."}, {"id": "a", "content": "It snowed."}
    other = {"id": "b", "content": "The sun shone."}
    exported([old])
    apply_export(tmp_path / "out", index)
    exported([new])
    exported([new, other])  # its changes.json no longer names a
    assert applied(apply_export(tmp_path / "out", index)) == (1, 1, 0, 0, 1)
    assert collection.get(ids=["a#1"])["documents"] == ["It snowed."]


def test_what_an_interruption_left_is_written_anew(exported, collection, tmp_path):
    index = ChromaIndex(collection)
    exported([{"id": "a", "content": "It rained.\n\nIt snowed."}])
    apply_export(tmp_path / "out", index, split=lines)
    collection.delete(ids=["a#2"])
    assert applied(apply_export(tmp_path / "out", index, split=lines)) == (0, 1, 0, 0, 0)
    assert collection.count() == 2


def test_metadata_that_chroma_cannot_hold_become_texts(exported, collection, tmp_path):
    exported([{"id": "a", "content": "It rained.", "metadata": {"n": 3, "who": {"by": "Jonas Aldergrove"}, "x": None}}])
    apply_export(tmp_path / "out", ChromaIndex(collection))
    metadata = collection.get()["metadatas"][0]
    assert metadata["n"] == 3
    assert json.loads(metadata["who"]) == {"by": "[NAME]"}
    assert "x" not in metadata


def test_only_an_export_that_nobody_has_touched_is_indexed(exported, collection, tmp_path):
    index = ChromaIndex(collection)
    exported([{"id": "a", "content": "It rained."}])
    shutil.copytree(tmp_path / "out", tmp_path / "edited")
    file = tmp_path / "edited/documents.jsonl"
    file.write_text(file.read_text().replace("rained", "snowed"))
    with pytest.raises(InputRejected, match="1 file is not as its manifest says"):
        apply_export(tmp_path / "edited", index)
    with pytest.raises(ConfigurationError, match="no export of sAnon"):
        apply_export(tmp_path, index)
    with pytest.raises(ConfigurationError, match="split gave no piece"):
        apply_export(tmp_path / "out", index, split=lambda text: [])
    assert collection.count() == 0
