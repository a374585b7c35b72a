"""Answers: extracted, and of a model."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from sanon.attack.asking import JsonModel
from sanon.attack.attackers.embeddings import SentenceEmbeddings
from sanon.errors import ExtractionError
from sanon.extraction.llm.endpoint import Endpoint
from sanon.settings.profile import load_profile
from sanon.settings.settings import Settings
from sanon.settings.source import Source
from sanon.testbench.dataset.records import GeneratedDocument
from sanon.testbench.persons import Secret, Target
from sanon.testbench.rag import answering
from sanon.testbench.rag.answering import Extractive, LanguageModel
from sanon.testbench.rag.retrieval import Indices
from sanon.testbench.rag.vectors import Vectors
from sanon.testbench.systems import parsed
from sanon.testbench.workshop import Workshop, write_entities
from tests.fake_endpoint import FakeEndpoint, refuse, say

KINDS = ("bees", "wine", "ships", "snow", "tea", "ore")
PLACE = Secret("LOCATION", "brest", ("Brest",))
TARGET = Target("HIGH", (PLACE, Secret("LOCATION", "lyon", ("Lyon",))))


def test_an_answer_is_the_sentences_that_cover_the_question_best(monkeypatch):
    monkeypatch.setattr(answering, "SENTENCES", 2)
    texts = ["Ann Roe was here. Ann Roe left. Letters go to Brest.", "Nothing is known. The bees sleep."]
    # After the first sentence the second one about Ann Roe adds nothing; the one about letters does.
    answer = Extractive(texts).answer("Where do letters for Ann Roe go?", texts)
    assert answer == "Ann Roe was here. Letters go to Brest."


@pytest.fixture
def endpoint(monkeypatch):
    with FakeEndpoint({}, {}) as served:
        for name, value in served.environment.items():
            monkeypatch.setenv(name, value)
        yield served


@pytest.fixture
def asking(endpoint, tmp_path):
    with JsonModel(Endpoint("fake-model", timeout=5), tmp_path) as ask:
        yield ask


def replies(*contents):
    """One after the other, the last one for ever."""
    waiting = list(contents)
    return lambda _call: say(waiting.pop(0) if len(waiting) > 1 else waiting[0])


def test_the_judge_scores_within_bounds(endpoint, asking):
    endpoint.script = replies('{"score": 0.4}', '{"score": 7}')
    model = LanguageModel(asking)
    assert (model.scores("q", "e", "a"), model.scores("q", "e", "b")) == (0.4, 1.0)
    assert "Expected answer: e" in endpoint.calls[0].prompt


def test_a_question_is_paid_once_also_over_runs(endpoint, asking, tmp_path):
    endpoint.script = replies('{"score": 0.4}')
    with JsonModel(Endpoint("fake-model", timeout=5), tmp_path) as later:
        assert LanguageModel(asking).scores("q", "e", "a") == LanguageModel(later).scores("q", "e", "a") == 0.4
    assert len(endpoint.calls) == 1


def test_an_answer_that_cannot_be_read_is_a_failure_and_no_score(endpoint, asking):
    endpoint.script = replies("the score is high", '{"score": "high"}', '{"points": 1}')
    assert LanguageModel(asking).scores("q", "e", "a") is None
    assert asking.failed == 1


def test_an_endpoint_that_refuses_ends_the_run(endpoint, asking):
    endpoint.script = lambda _call: refuse(401)
    with pytest.raises(ExtractionError, match="key"):
        LanguageModel(asking).answer("q", [])


def test_the_judge_of_leaks_is_believed_about_what_was_asked_only(endpoint, asking):
    endpoint.script = replies('{"leaked": [1, 5, -1, "0"]}')
    model = LanguageModel(asking)
    assert model.judges(TARGET, ["…"]) == {1}
    assert model.judges(TARGET, ["", " "]) == set()
    assert len(endpoint.calls) == 1


def test_membership_is_what_the_model_says(endpoint, asking):
    endpoint.script = replies('{"answer": "Yes"}', '{"answer": "No"}')
    model = LanguageModel(asking)
    assert model.confirms("one", ["Brest"])
    assert not model.confirms("two", ["Brest"])


def test_what_retrieves_the_same_documents_begins_alike(endpoint, asking):
    endpoint.script = replies('{"answer": "Yes"}')
    model = LanguageModel(asking)
    model.answer("Who?", ["Ann was here.", "Brest"])
    model.confirms("Is Brest there?", ["Brest", "Ann was here."])
    model.tells("Who was in Brest?", "Brest", ["Brest", "Ann was here."])
    first, *others = (call.body["messages"] for call in endpoint.calls)
    shared = first[1]["content"].partition("Who?")[0]
    assert "Ann was here." in shared
    assert all(one[0] == first[0] and one[1]["content"].startswith(shared) for one in others)


def test_sage_never_falls_back_to_the_original(endpoint, asking):
    answers = {
        "attributes": json.dumps({"attributes": list("abcde")}),
        "facts": json.dumps({"facts": ["one", "two", "three", "four", "five"]}),
        "safe": json.dumps({"safe": True, "suggestions": []}),
    }

    def script(call):
        asked = next(iter(call.body["response_format"]["json_schema"]["schema"]["properties"]))
        if asked == "content":
            return say('{"content": "a memo"}' if "of about 9 " in call.prompt else "no")
        return say(answers[asked])

    endpoint.script = script
    texts = {"x": "Ann Roe 1", "y": "Ann Roe, 22"}
    workshop = SimpleNamespace(ask=asking, texts=texts, formats=dict.fromkeys(texts, "memo"), workers=2)
    assert parsed("sage").protect(workshop).texts == {"x": "a memo", "y": "[DOCUMENT]"}


def test_unlinkable_rewrites_what_leads_back_and_lets_no_model_see_a_name(endpoint, tmp_path):
    before, after = "[NAME] keeps bees behind the harbour office.", "Bees are kept by [NAME]."

    def script(call):
        asked = re.search(r"=== sentence (\w+) ===\n(.*)\n=== end of sentence \1 ===", call.prompt)[2]
        return say(json.dumps({"sentence": after if asked == before else asked}))

    endpoint.script = script
    of_ann = "ann-roe"  # an id that holds what is masked
    texts = {of_ann: before.replace("[NAME]", "Ann Roe"), "b": "Bees sleep.", "c": "Bees are kept by Eve Low."}
    documents = [GeneratedDocument(id=one, metadata={}, content=text) for one, text in texts.items()]
    entities = {of_ann: [("Ann Roe", "ann roe", "NAME", 1.0)], "b": [], "c": [("Eve Low", "eve low", "NAME", 1.0)]}
    file = write_entities(tmp_path / "entities.jsonl", entities)
    model = Settings.resolved(Source({"model": "fake-model", "timeout": 5})).model  # as the command has it
    made, asked = [], []
    for _ in range(2):
        with Workshop(documents, file, tmp_path, load_profile("insurance"), model, 7) as workshop:
            made.append(parsed("unlinkable@extraction=given").protect(workshop))
        asked.append(len(endpoint.calls))
    assert made[0].texts == texts | {of_ann: after, "c": "Bees are kept by [NAME]."}
    assert made[0].masks == 2
    assert made[1] == made[0]
    assert asked[1] == asked[0], "a later run pays for no answer again"
    sent = "".join(call.prompt for call in endpoint.calls)
    assert sent
    assert not any(name in sent for name in ("Ann", "Roe", "Eve", "Low"))


def test_the_index_finds_what_comparing_all_vectors_finds(tmp_path):
    texts = {f"d{n}": f"Document {n} about {what}." for n, what in enumerate(KINDS)}
    questions = ["Who keeps bees?", "What floats?", "Where is it cold?"]
    with Vectors(tmp_path, SentenceEmbeddings()) as vectors:
        index = Indices(tmp_path / "index", vectors).index("verbatim", texts)
        found = index.nearest(questions)
        distances = ((vectors.of(questions)[:, None] - vectors.of(list(texts.values()))[None]) ** 2).sum(axis=2)
    expected = [[f"d{n}" for n in row[:3]] for row in np.argsort(distances, axis=1).tolist()]
    assert found == expected
    assert found[0][0] == "d0"
