import json
import re
from pathlib import Path

import pytest

from sanon.corpus.reading import read_corpus
from sanon.errors import ConfigurationError, InputRejected
from sanon.extraction.adapters.entities_file import read_entities_file
from sanon.settings.profile import load_profile
from sanon.testbench.dataset.reader import Dataset
from sanon.testbench.dataset.records import (
    Cluster,
    DocumentEntities,
    GeneratedCluster,
    GeneratedDocument,
    PersonEntity,
    Question,
    faults_of_form,
)
from sanon.testbench.dataset.writer import DatasetWriter


def question(specificity, scope, **other):
    given = {
        "cluster": "c1",
        "question": "What did Dr Ilves prescribe?",
        "answer": "Colchicine",
        "sources": ("c1-a",) if scope == "single" else ("c1-a", "c1-b"),
        "specificity": specificity,
        "scope": scope,
    }
    return Question(**(given | other))


def small_cluster(**other):
    given = {
        "cluster": Cluster(
            cluster="c1",
            risk="LOW",
            documents=("c1-a", "c1-b"),
            person=(PersonEntity(type="AGE", value="aged 61", normalized="61"),),
        ),
        "documents": (
            GeneratedDocument(id="c1-a", metadata={"format": "memo"}, content="She is aged 61 and takes colchicine."),
            GeneratedDocument(id="c1-b", metadata={"office": "Tartu"}, content="Nothing else is known."),
        ),
        "entities": (
            DocumentEntities(id="c1-a", entities=(("aged 61", "61", "AGE", 0.5),)),
            DocumentEntities(id="c1-b", entities=(("Tartu", "tartu", "LOCATION", 0.2),)),
        ),
        "questions": (
            question("specific", "single"),
            question("specific", "multi"),
            question("general", "single"),
            question("general", "multi"),
        ),
    }
    return GeneratedCluster(**(given | other))


def written(folder, *clusters):
    folder.mkdir()
    writer = DatasetWriter(folder)
    for cluster in clusters:
        writer.add(cluster)
    writer.finish(generator="grammar", seed=7, version="0")
    return Dataset(folder)


def test_what_is_written_is_read_again(tmp_path):
    dataset = written(tmp_path / "out", small_cluster())
    assert list(dataset.clusters()) == [small_cluster()]
    assert dataset.manifest.counts.model_dump() == {"clusters": 1, "documents": 2, "mentions": 2, "questions": 4}


def test_load_takes_the_documents_and_the_entities(tmp_path):
    dataset = written(tmp_path / "out", small_cluster())
    read = read_corpus(dataset.documents_folder).documents
    assert [document.source_id for document in read] == ["c1-a", "c1-b"]
    entities = read_entities_file(dataset.entities_file, load_profile("insurance"))
    assert entities.rejected == []
    assert [[found.original_value for found in entities.extract(document)] for document in read] == [
        ["aged 61"],
        ["Tartu"],
    ]


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"documents": small_cluster().documents[:1]}, "not those that the cluster names"),
        ({"entities": small_cluster().entities[::-1]}, "not one line for each document"),
        (
            {
                "entities": (
                    DocumentEntities(id="c1-a", entities=(("aged 16", "16", "AGE", 0.5),)),
                    small_cluster().entities[1],
                )
            },
            "does not stand there",
        ),
        ({"questions": small_cluster().questions[:3]}, "not one each"),
        ({"questions": (*small_cluster().questions[:3], question("general", "single"))}, "not one each"),
    ],
)
def test_a_cluster_whose_parts_do_not_fit_is_refused(tmp_path, broken, fault):
    cluster = small_cluster(**broken)
    assert any(fault in found for found in faults_of_form(cluster))
    with pytest.raises(InputRejected, match=fault):
        written(tmp_path / "out", cluster)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"answer": "a b c d e f g h i j k l m n o p"}, "more than 15 words"),
        ({"sources": ("c1-a", "c1-b")}, "2 sources"),
        ({"sources": ("c2-a",)}, "no document of the cluster"),
        ({"cluster": "c2"}, "belongs to another cluster"),
    ],
)
def test_a_question_that_breaks_a_rule_is_refused(broken, fault):
    cluster = small_cluster(questions=(question("specific", "single", **broken), *small_cluster().questions[1:]))
    assert [fault in found for found in faults_of_form(cluster)] == [True]


def test_an_answer_of_fifteen_words_is_taken():
    last = question("general", "multi", answer="a b c d e f g h i j k l m n o")
    assert faults_of_form(small_cluster(questions=(*small_cluster().questions[:3], last))) == []


def test_a_person_is_known_by_what_stands_in_the_documents():
    person = (PersonEntity(type="NAME", value="Ann Roe", normalized="ann roe"),)
    cluster = small_cluster(cluster=small_cluster().cluster.model_copy(update={"person": person}))
    assert faults_of_form(cluster) == ["person: entity 1 stands in no document"]


def test_a_line_that_is_cut_off_is_named_by_its_place(tmp_path):
    dataset = written(tmp_path / "out", small_cluster())
    file = dataset.folder / "questions.jsonl"
    file.write_text(file.read_text()[:-5])
    with pytest.raises(InputRejected, match=r"questions\.jsonl line 4"):
        list(dataset.clusters())


def test_a_document_that_is_gone_is_named(tmp_path):
    dataset = written(tmp_path / "out", small_cluster())
    (dataset.documents_folder / "c1-b.json").unlink()
    with pytest.raises(InputRejected, match=r"c1-b\.json"):
        list(dataset.clusters())


def test_ids_lead_out_of_no_folder():
    with pytest.raises(ValueError, match="pattern"):
        GeneratedDocument(id="../a", metadata={}, content="x")


def test_another_folder_is_no_dataset(tmp_path):
    (tmp_path / "manifest.json").write_text(json.dumps({"sanon_version": "1"}))
    with pytest.raises(ConfigurationError, match="not that of a generated folder"):
        Dataset(tmp_path)


def test_no_script_guide_or_test_makes_a_data_set_that_is_kept_for_the_last_measurement():
    """By which something could be chosen in passing; the page of the testbench names the seeds, and no command."""
    root = Path(__file__).parents[2]
    named = re.compile(r"(--seed[ =\"',]*|Grammar\(|Register\(|seed-|seed=)(12|13|14)\b")
    files = [*root.glob("benchmarks/*.py"), *root.glob("docs/**/*.md"), *root.glob("tests/**/*.py"), root / "Makefile"]
    assert [file.name for file in files if named.search(file.read_text("utf-8"))] == []
