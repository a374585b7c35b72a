"""A run on Spark masks what a run on one machine masks, and writes the same texts."""

import json

import pytest

from sanon import Corpus
from sanon.errors import ConfigurationError
from tests.spark.corpora import random_corpus


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


def both(folder, master, name, docs, **settings):
    """Documents by id as one machine and as Spark write them, and the results of both."""
    with Corpus(folder / f"{name}-graph") as corpus:
        one = corpus.run(docs, folder / f"{name}-one", **settings)
        spark = corpus.spark(docs, folder / f"{name}-spark", master=master, **settings)
    written = [
        {
            row["id"]: (row["content"], row["metadata"])
            for file in (folder / f"{name}-{kind}").glob(pattern)
            for row in map(json.loads, file.read_text("utf-8").splitlines())
        }
        for kind, pattern in (("one", "*.jsonl"), ("spark", "part-*.jsonl"))
    ]
    return written, one, spark


def stages(one):
    counts = {}
    for masked in one.redact.masked:
        counts[masked.stage] = counts.get(masked.stage, 0) + 1
    return counts


def test_given_entities_are_masked_as_on_one_machine(folder, master):
    corpus = random_corpus(3, 60)
    docs, entities = folder / "docs.jsonl", folder / "entities.jsonl"
    lines = [
        {"id": name, "content": text, "metadata": {"place": 1, "of": "berlin"}} for name, (text, _) in corpus.items()
    ]
    docs.write_text("".join(json.dumps(line) + "\n" for line in lines))
    entities.write_text("".join(json.dumps({"id": n, "entities": e}) + "\n" for n, (_, e) in corpus.items()))
    (one, on_spark), run, spark = both(folder, master, "given", docs, entities=entities)
    assert len(one) == 60
    assert on_spark == one
    assert spark.masked == stages(run)
    assert (spark.documents, spark.entities) == (60, run.load.counts.entities)
    assert spark.spans == run.export.spans


def test_what_documents_tell_is_found_and_searched_as_on_one_machine(folder, master):
    docs = folder / "told.jsonl"
    texts = {
        "a": "Dear Ms Annegret Quabbel, your appointment is on 03/04/2024. Call 0171 2345678. She has Wegener disease.",
        "b": "Ms Quabbel (born 12.05.1961) was seen again. E-mail annegret.quabbel@example.org.",
        "c": "The nurse met Quabbel in Hamburg. The patient has Wegener disease and is 62 years old.",
        "d": "Opening hours of the ward are from 9 to 5.",
    }
    docs.write_text("".join(json.dumps({"id": n, "content": t, "metadata": {}}) + "\n" for n, t in texts.items()))
    (one, on_spark), run, spark = both(folder, master, "told", docs)
    assert "Quabbel" not in json.dumps(one)
    assert on_spark == one
    assert spark.masked == stages(run)


def test_what_needs_a_graph_is_refused_before_any_work(folder, master):
    docs = folder / "few"
    docs.mkdir()
    (docs / "a.txt").write_text("Ms Doe is ill.")
    with Corpus(folder / "none") as corpus:
        for wrong in ({"operators": "pseudonym"}, {"extractor": "openai"}):
            with pytest.raises(ConfigurationError, match="Spark"):
                corpus.spark(docs, folder / "out", master=master, **wrong)
        with pytest.raises(ConfigurationError, match="not empty"):
            corpus.spark(docs, docs, master=master)
