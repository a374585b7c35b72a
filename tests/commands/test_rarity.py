"""Rare phrases need the whole corpus: whatever came first, the result is that of a load from scratch."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from sanon import Corpus

#: In the order in which they come; the second makes a phrase of two words of the first.
LETTERS = {
    "a": "My grandfather was the last lighthouse keeper on Ouessant. He went there by boat every week.",
    "b": "She says that her father worked as a lighthouse keeper for some years before they moved to town.",
    "c": "They were all on board when the Gannet Voyager sank, and nobody knows why.",
    "d": "A puppet, a drum and a coat were all that he took with him.",
}


def _write(folder: Path, letters: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, content in letters.items():
        (folder / f"{name}.txt").write_text(content, "utf-8")
    return folder


def _mentions(corpus: Corpus) -> pd.DataFrame:
    entities = corpus.entities.set_index("id")[["value", "type", "frequency", "uniqueness"]]
    mentions = corpus.mentions.join(entities, on="entity_id")
    return mentions.sort_values(["source_id", "entity_id"]).reset_index(drop=True)


@pytest.fixture
def scratch(tmp_path: Path) -> pd.DataFrame:
    with Corpus(tmp_path / "scratch.graph") as corpus:
        corpus.load(_write(tmp_path / "scratch", LETTERS))
        return _mentions(corpus)


@pytest.mark.parametrize("order", ["abcd", "dcba", "bdac"])
def test_documents_that_come_one_by_one_give_the_mentions_of_a_load_from_scratch(tmp_path, scratch, order):
    with Corpus(tmp_path / "graph") as corpus:
        for name in order:
            corpus.load(_write(tmp_path / "docs", {name: LETTERS[name]}))
        pd.testing.assert_frame_equal(_mentions(corpus), scratch)
    shared = scratch[scratch["value"] == "lighthouse keeper"]
    assert list(shared["source_id"]) == ["a.txt", "b.txt"]


def test_a_load_of_what_is_there_changes_nothing(tmp_path):
    with Corpus(tmp_path / "graph") as corpus:
        folder = _write(tmp_path / "docs", LETTERS)
        corpus.load(folder)
        again = corpus.load(folder)
    assert (again.added, again.changed, again.unchanged) == ([], [], 4)


def test_what_was_masked_stays_masked_when_another_document_makes_a_phrase_of_it(tmp_path):
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(_write(tmp_path / "docs", {"a": LETTERS["a"]}))
        corpus.redact()
        masked = set(corpus.decisions["id"])
        corpus.load(_write(tmp_path / "docs", {"b": LETTERS["b"]}))
        corpus.redact()
        assert masked <= set(corpus.decisions["id"])
        assert masked <= set(corpus.mentions["entity_id"])


def test_entities_from_a_file_are_all_there_are(tmp_path):
    folder = _write(tmp_path / "docs", LETTERS)
    file = tmp_path / "entities.jsonl"
    file.write_text("".join(f'{{"id": "{name}.txt", "entities": []}}\n' for name in LETTERS))
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(folder, entities=file)
        assert corpus.mentions.empty
