"""A run on Spark masks what a run on one machine masks, and writes the same texts."""

import json
import pickle

import pandas as pd
import pytest

from sanon import Corpus
from sanon.errors import ConfigurationError
from sanon.export.integrity import changed_files, said_by
from sanon.records import Entity, Mention
from sanon.settings.profile import load_profile
from tests.cli.conftest import Sanon
from tests.graph.conftest import place_of, read
from tests.spark.corpora import random_corpus


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


def both(folder, master, name, docs, config=None, **settings):
    """Documents by id as one machine and as Spark write them, and the results of both."""
    with Corpus(folder / f"{name}-graph", config=config) as corpus:
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
    docs, entities = folder / "docs", folder / "entities.jsonl"
    docs.mkdir()
    lines = [
        {"id": name, "content": text, "metadata": {"place": 1, "of": "berlin"}} for name, (text, _) in corpus.items()
    ]
    (docs / "all.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (docs / "more.jsonl").write_text(
        "".join(
            json.dumps(line) + "\n"
            for line in [lines[0], {"id": "d999"}, *[{"id": "twice", "content": t} for t in "ab"]]
        )
    )
    (docs / "letter.xyz").write_text("What is this?")
    entities.write_text("".join(json.dumps({"id": n, "entities": e}) + "\n" for n, (_, e) in corpus.items()))
    (one, on_spark), run, spark = both(folder, master, "given", docs, entities=entities)
    assert len(one) == 60
    assert on_spark == one
    assert spark.masked == stages(run)
    assert (spark.documents, spark.entities) == (60, run.load.counts.entities)
    assert spark.spans == run.export.spans
    assert len(spark.rejected) == 5  # a copy, no content, two that differ, an unknown form
    assert spark.rejected == run.load.rejected
    assert changed_files(folder / "given-spark") == []
    manifests = [said_by((folder / f"given-{kind}" / ".sanon/manifest.json").read_bytes()) for kind in ("one", "spark")]
    assert manifests[0].parameters == manifests[1].parameters
    assert manifests[0].policy_sha256 == manifests[1].policy_sha256
    assert manifests[0].counts == manifests[1].counts
    assert manifests[0].making.extractor == manifests[1].making.extractor


def test_optimal_masks_of_parquet_files_cost_as_much_and_reach_neo4j(
    folder, master, neo4j_server, tmp_path, monkeypatch
):
    place = place_of("neo4j", tmp_path, lambda: neo4j_server)
    for name, value in place.environment.items():
        monkeypatch.setenv(name, value)
    corpus = random_corpus(5, 16)
    docs, entities = folder / "docs.parquet", folder / "parquet.jsonl"
    pd.DataFrame([{"id": name, "content": text} for name, (text, _) in corpus.items()]).to_parquet(docs)
    entities.write_text("".join(json.dumps({"id": n, "entities": e}) + "\n" for n, (_, e) in corpus.items()))
    settings = {"entities": entities, "strategy": "optimal"}
    with Corpus(folder / "optimal") as one:
        run = one.run(docs, folder / "optimal-one", **settings)
        spark = one.spark(docs, folder / "optimal-spark", master=master, graph=place.graph, **settings)
        assert spark.masked == stages(run)
        with pytest.raises(ConfigurationError, match="need an empty one"):
            one.spark(docs, folder / "optimal-again", master=master, graph=place.graph, **settings)
    written = pd.read_parquet(folder / "optimal-spark")
    assert sorted(written["id"]) == sorted(corpus)
    found = read(
        place.engine(),
        "MATCH (e:Entity:Masked) WHERE e.masked RETURN e.type, e.replacement, e.decided_by, e.reason",
        {"type": "STRING", "replacement": "STRING", "stage": "STRING", "reason": "STRING"},
    )
    place.close()
    assert len(found) == sum(spark.masked.values())
    assert {stage for _, _, stage, _ in found} == set(spark.masked)
    assert all(replacement == f"[{kind}]" for kind, replacement, _, _ in found)
    assert all(reason.startswith(f"{stage}: decided by local-") for _, _, stage, reason in found)


def test_what_documents_tell_is_found_and_searched_as_on_one_machine(folder, master):
    docs = folder / "told.jsonl"
    texts = {
        "a": "Dear Ms Annegret Quabbel, your appointment is on 03/04/2024. Call 0171 2345678. She has Wegener disease.",
        "b": "Ms Quabbel (born 12.05.1961) was seen again. E-mail annegret.quabbel@example.org.",
        "c": "The nurse met Quabbel in Hamburg. The patient has Wegener disease and is 62 years old.",
        "d": "Opening hours of the ward are from 9 to 5.",
        "e": "| Patient | Town |\n|---|---|\n| Ada Wrobel | Passau |\n| Ivo Zelenka | Jena |\n| Eva Lang | Quabbel |\n",
    }
    docs.write_text("".join(json.dumps({"id": n, "content": t, "metadata": {}}) + "\n" for n, t in texts.items()))
    config = folder / "recognizers.toml"
    config.write_text("[recognizers.NON_PERSONAL_ID]\npatterns = ['from \\d to \\d']\nwords_file = 'words.txt'\n")
    (folder / "words.txt").write_text("ward\n")
    (one, on_spark), run, spark = both(folder, master, "told", docs, config)
    assert "Quabbel" not in json.dumps(one)
    assert on_spark == one
    assert spark.masked == stages(run)


def test_what_is_found_elsewhere_is_as_sure_as_where_it_was_found(folder, master):
    from sanon.spark.extracting import resolve
    from sanon.spark.session import session
    from sanon.spark.stage import Work

    mailbox = Entity("quabbel@example.org", "EMAIL")
    found = {
        "a": [Mention("a", mailbox, 0.9, ("quabbel@example.org",), ("model",), confidence=0.4)],
        "b": [Mention("b", mailbox, 0.9, ("quabbel@example.org",), ("model",), confidence=0.7)],
        "c": [],
    }
    rows = [(name, "Write to quabbel@example.org", "{}", pickle.dumps(there), None) for name, there in found.items()]
    spark = session(master)
    table = spark.createDataFrame(
        rows, "source_id string, content string, metadata string, mentions binary, problem string"
    )
    resolved = resolve(table, load_profile("insurance"), Work(str(folder / "sure"), parts=2))
    sure = {row["source_id"]: [one.confidence for one in pickle.loads(row["mentions"])] for row in resolved.collect()}
    assert sure == {"a": [0.4], "b": [0.7], "c": [0.7]}


def test_what_needs_a_graph_is_refused_before_any_work(folder, master):
    docs = folder / "few"
    docs.mkdir()
    (docs / "a.txt").write_text("Ms Doe is ill.")
    with Corpus(folder / "none") as corpus:
        for wrong, said in (
            ({"operators": "pseudonym"}, "worker of Spark"),
            ({"extractor": "openai"}, "workers of Spark"),
            ({"chunk": "sentences"}, "takes no setting chunk"),
            ({"background": docs}, "takes no setting background"),
        ):
            with pytest.raises(ConfigurationError, match=said):
                corpus.spark(docs, folder / "out", master=master, **wrong)
        with pytest.raises(ConfigurationError, match="not empty"):
            corpus.spark(docs, docs, master=master)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("policy_file", "[[always_mask]]\ntype = 'NAME'\n", "always_mask: needs a graph; with Spark there is none"),
        ("config", "[recognizers.NAME]\npatterns = ['(']\n", "recognizers.NAME.patterns"),
        ("config", "[recognizers.NAME]\nwords_file = 'gone.txt'\n", "gone.txt"),
        ("config", "extractor = 'presidio'\n[presidio]\nmodel = 'en_core_web_zz'\n", "en_core_web_zz"),
    ],
)
def test_what_workers_cannot_use_is_said_before_spark_starts(tmp_path, file, text, said):
    pytest.importorskip("pyspark", reason="pip install 'sanon[spark]'")
    (tmp_path / "a.toml").write_text(text)
    (tmp_path / "a.txt").write_text("Ms Doe is ill.")
    with (
        Corpus(tmp_path / "none", **{file: tmp_path / "a.toml"}) as corpus,
        pytest.raises(ConfigurationError, match=said),
    ):
        corpus.spark(tmp_path / "a.txt", tmp_path / "out", master="no master")


def test_on_the_command_line_a_folder_for_a_graph_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text("Ms Doe is ill.")
    done = Sanon(tmp_path)("run", "a.txt", "out", "--engine", "spark", "--graph", "folder")
    assert done.exit_code == 2
    assert "--graph folder: --engine spark makes no graph" in done.err
