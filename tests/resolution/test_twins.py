"""One value under two types goes under both, or nothing leaves."""

import json

import pytest

from sanon import Corpus
from sanon.errors import PolicyNotMet
from sanon.resolution.twins import twins
from sanon.settings.profile import load_profile
from sanon.settings.rules import EntityRule, Rules

PROFILE = load_profile("insurance")
BORN = [["3 May 1964", "03/05/1964", "BIRTHDATE", 1.0], ["03/05/1964", "03/05/1964", "EVENT_DATE", 0.1]]


def test_entities_of_one_kind_and_value_are_twins():
    rows = [
        ("b", "EVENT_DATE", "03/05/1964"),
        ("a", "BIRTHDATE", "03/05/1964"),
        ("c", "UNIQUE_FACT", "03/05/1964"),  # text, no date
        ("d", "EVENT_DATE", "04/05/1964"),
    ]
    assert twins(rows, PROFILE) == [("a", "b")]


@pytest.fixture
def corpus(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "d.txt").write_text("Born 3 May 1964. Policy since 03/05/1964.")
    (tmp_path / "entities.jsonl").write_text(json.dumps({"id": "d.txt", "entities": BORN}))
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(tmp_path / "docs", entities=tmp_path / "entities.jsonl")
        yield corpus


def test_a_birth_date_goes_where_it_was_taken_for_the_date_of_an_event_too(corpus, tmp_path):
    done = corpus.redact(rules=Rules(always_mask=(EntityRule(type="BIRTHDATE"),)))
    reasons = dict(zip(done.decisions["type"], done.decisions["reason"], strict=True))
    assert reasons["EVENT_DATE"].startswith("same value as")
    assert done.after.max_document_risk == 0
    corpus.export(tmp_path / "out")
    assert (tmp_path / "out" / "d.txt").read_text() == "Born [BIRTHDATE]. Policy since [EVENT_DATE]."
    assert len(corpus.redact(rules=Rules(always_mask=(EntityRule(type="BIRTHDATE"),))).decisions) == 0


def test_nothing_leaves_while_a_list_keeps_one_of_them_readable(corpus, tmp_path):
    rules = Rules(always_mask=(EntityRule(type="BIRTHDATE"),), never_mask=(EntityRule(type="EVENT_DATE"),))
    corpus.redact(rules=rules)
    with pytest.raises(PolicyNotMet, match="EVENT_DATE with the value of a masked BIRTHDATE") as caught:
        corpus.export(tmp_path / "out")
    assert "1964" not in str(caught.value)
    assert not (tmp_path / "out").exists()
