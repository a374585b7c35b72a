"""Operators by type on the example: what they leave is what every command counts."""

import json
from collections import defaultdict

import pytest

from tests.cli.conftest import EXAMPLE


@pytest.fixture
def loaded(sanon):
    assert sanon("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl").exit_code == 0
    return sanon


def spans_of(sanon, out="out"):
    assert sanon("export", out, "--overwrite").exit_code == 0
    return [json.loads(line) for line in (sanon.folder / out / ".sanon/spans.jsonl").read_text().splitlines()]


def test_what_stays_by_its_operator_counts_and_is_counted_as_readable(loaded):
    plain = loaded.json("redact", "--at-least", 0, "--dry-run")
    kept = loaded.json(
        "redact", "--at-least", 0, "--operator", "NAME=keep", "--operator", "PATIENT_ID=keep", exit_code=1
    )
    stay = [one for one in plain["masked"] if one["type"] in ("NAME", "PATIENT_ID") and one["stage"] == "direct"]
    assert stay
    assert {"NAME", "PATIENT_ID"}.isdisjoint(one["type"] for one in kept["masked"])
    assert kept["direct_readable"] == plain["direct_readable"] + len(stay)
    # Nobody is hidden whose name stands there: the policy is not met, and all say so.
    assert kept["over_policy"]["documents"] + kept["over_policy"]["chains"] > 0
    assert loaded.json("analyze")["over_policy"] == kept["over_policy"]
    explained = loaded.json("explain", "entity", stay[0]["id"])
    assert not explained["masked"]
    assert "keep" in explained["reason"]


def test_a_list_that_names_a_value_beats_the_operator_keep(loaded, write):
    write("policy.toml", '[operators]\nPROVIDER = "keep"\n[[always_mask]]\nvalue = "gannet point medical center"\n')
    masked = loaded.json("redact", "--at-least", 0, "--policy", "policy.toml", "--dry-run")["masked"]
    providers = [(one["stage"], one["operator"]) for one in masked if one["type"] == "PROVIDER"]
    assert providers == [("list", "type-label")]


@pytest.mark.parametrize("where", ["flag", "file"])
def test_surrogates_by_document_leave_no_link(loaded, write, where):
    labels = loaded.json("redact", "--at-least", 0, "--dry-run")
    if where == "flag":
        told = ["--operator", "surrogate", "--scope", "document"]
    else:
        write("policy.toml", 'scope = "document"\n[operators]\n"*" = "surrogate"\n')
        told = ["--policy", "policy.toml"]
    redacted = loaded.json("redact", "--at-least", 0, *told)
    # As labels do: the same masks, the same risks.
    assert [one["id"] for one in redacted["masked"]] == [one["id"] for one in labels["masked"]]
    assert redacted["after"] == labels["after"]
    shown = defaultdict(lambda: defaultdict(set))
    for span in spans_of(loaded):
        if span["operator"] == "surrogate-by-document":
            original = json.loads((EXAMPLE / "documents" / f"{span['source_id']}.json").read_text("utf-8"))
            if span["field"] == "content":
                shown[original["content"][span["start"] : span["end"]]][span["source_id"]].add(span["replacement"])
    several = [documents for documents in shown.values() if len(documents) > 1]
    assert several
    assert all(len(stand_ins) == 1 for documents in several for stand_ins in documents.values())
    # The key is chance, so two documents may draw the same; with one stand-in for all, all would be the same.
    differ = [len(set.union(*documents.values())) > 1 for documents in several]
    assert sum(differ) > len(differ) / 2
    # The next export gives the same.
    assert spans_of(loaded, "again") == spans_of(loaded)


def test_no_label_stands_among_stand_ins_of_its_type(loaded):
    redacted = loaded.json("redact", "--at-least", 0, "--operator", "PROVIDER=surrogate", "--direct", "by-risk")
    providers = {one["operator"] for one in redacted["masked"] if one["type"] == "PROVIDER"}
    # The chain stage asks for some without a link: those get another stand-in in each document.
    assert "surrogate-by-document" in providers <= {"surrogate", "surrogate-by-document"}
    shown = {span["replacement"] for span in spans_of(loaded) if span["entity_type"] == "PROVIDER"}
    assert shown
    assert not [text for text in shown if text.startswith("[")]
