"""One value under two types goes under both, or nothing leaves."""

import json

import pytest

from sanon import Corpus
from sanon.errors import PolicyNotMet
from sanon.resolution.twins import twins
from sanon.settings.profile import load_profile

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
    """Opens the corpus under a policy file."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "d.txt").write_text("Born 3 May 1964. Policy since 03/05/1964.")
    (tmp_path / "entities.jsonl").write_text(json.dumps({"id": "d.txt", "entities": BORN}))

    def opened(policy):
        (tmp_path / "policy.toml").write_text(policy)
        corpus = Corpus(tmp_path / "graph", policy_file=tmp_path / "policy.toml")
        corpus.load(tmp_path / "docs", entities=tmp_path / "entities.jsonl")
        return corpus

    return opened


def test_a_birth_date_goes_where_it_was_taken_for_the_date_of_an_event_too(corpus, tmp_path):
    with corpus('[[always_mask]]\ntype = "BIRTHDATE"\n') as opened:
        done = opened.redact()
        reasons = {mask.type: mask.reason for mask in done.masked}
        assert reasons["EVENT_DATE"].startswith("same value as")
        assert done.after.max_document_risk == 0
        opened.export(tmp_path / "out")
        assert (tmp_path / "out" / "d.txt").read_text() == "Born [BIRTHDATE]. Policy since [EVENT_DATE]."
        assert opened.redact().masked == []


def test_nothing_leaves_while_a_list_keeps_one_of_them_readable(corpus, tmp_path):
    with corpus('[[always_mask]]\ntype = "BIRTHDATE"\n[[never_mask]]\ntype = "EVENT_DATE"\n') as opened:
        opened.redact()
        with pytest.raises(PolicyNotMet, match="EVENT_DATE with the value of a masked BIRTHDATE") as caught:
            opened.export(tmp_path / "out")
    assert "1964" not in str(caught.value)
    assert not (tmp_path / "out").exists()
