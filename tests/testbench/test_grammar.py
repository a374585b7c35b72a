"""The grammar: the rules hold for any seed, and the same seed gives the same bytes."""

import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanon.testbench.dataset import Dataset
from sanon.testbench.grammar import generator
from sanon.testbench.grammar.generator import Grammar
from sanon.testbench.grammar.lexicon import formats
from sanon.testbench.making import Failed
from sanon.testbench.rules import SPLIT, risk_of
from sanon.testbench.utility import exact
from sanon.testbench.validating import Diversity, faults

FIFTY = 50


@pytest.fixture(scope="module")
def fifty():
    return list(Grammar(7).clusters(FIFTY))


def test_the_split_of_risks_holds(fifty):
    assert Counter(made.cluster.cluster.risk for made in fifty) == {"HIGH": 20, "MEDIUM": 20, "LOW": 10}


@given(seed=st.integers(), block=st.integers(0, 10_000))
def test_the_split_of_risks_holds_in_every_ten(seed, block):
    assert Counter(risk_of(10 * block + place, seed) for place in range(1, 11)) == Counter(SPLIT)


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**63))
def test_clusters_of_any_seed_are_without_fault(seed):
    diversity = Diversity()
    for made in Grammar(seed).clusters(5):
        assert faults(made.cluster, made.truth) == []
        assert diversity.faults(made.truth.scene) == []
        diversity.remember(made.truth.scene)


def test_every_format_is_used_and_no_two_documents_are_alike(fifty):
    documents = [document for made in fifty for document in made.cluster.documents]
    assert {document.metadata["format"] for document in documents} == formats().keys()
    assert len(formats()) >= 12
    # Of the words of a document, those in the order of another of its format: a form letter would have most of them.
    for name in formats():
        some = [document.content.split() for document in documents if document.metadata["format"] == name]
        assert all(len(_trigrams(one) & _trigrams(other)) < 0.6 * len(_trigrams(one)) for one, other in pairwise(some))


def _trigrams(words):
    return set(zip(words, words[1:], words[2:], strict=False))


def test_hospitals_towns_and_insurers_are_shared_between_clusters(fifty):
    for key in ("hospital", "insurer", "area"):
        values = Counter(made.truth.facts[key].normalized for made in fifty if key in made.truth.facts)
        assert max(values.values()) > 1


def test_some_people_have_the_rare_condition_of_somebody_else_and_go_to_the_same_hospital(fifty):
    rare = [made.truth for made in fifty if made.truth.risk != "LOW"]
    both = [
        (truth.facts["condition"].normalized, truth.facts["hospital"].normalized)
        for truth in rare
        if {"condition", "hospital"} <= truth.facts.keys()
    ]
    assert max(Counter(both).values()) > 1


def test_a_cluster_for_which_no_attempt_is_without_fault_is_a_record(monkeypatch):
    monkeypatch.setattr(generator, "_ATTEMPTS", 1)
    made = list(Grammar(7).clusters(20))
    failed = [one for one in made if isinstance(one, Failed)]
    assert 0 < len(failed) < len(made) == 20
    assert {one.stage for one in failed} == {"validation"}
    # What follows is judged by what was taken, and is as good as ever.
    assert all(faults(one.cluster, one.truth) == [] for one in made if not isinstance(one, Failed))


def test_the_originals_answer_every_question(fifty):
    for made in fifty:
        texts = {document.id: document.content for document in made.cluster.documents}
        for question in made.cluster.questions:
            assert exact("\n".join(texts[source] for source in question.sources), question.answer) == 1, question


def test_no_question_is_asked_twice(fifty):
    questions = [question.question for made in fifty for question in made.cluster.questions]
    assert len(set(questions)) == 4 * FIFTY


def test_the_same_seed_gives_the_same_bytes_in_any_process(tmp_path):
    code = "from sanon.cli.start import main; main()"
    for name, hashes in (("one", "1"), ("other", "2")):
        subprocess.run(
            [sys.executable, "-c", code, "generate", str(tmp_path / name), "--clusters", "5", "--seed", "3"],
            check=True,
            env={"PYTHONHASHSEED": hashes, "PATH": ""},
            capture_output=True,
        )
    one, other = ({path.name: path.read_bytes() for path in folder.rglob("*.json*")} for folder in tmp_path.iterdir())
    assert one == other
    assert len(one) > 20
    assert Dataset(tmp_path / "one").changed() == []
