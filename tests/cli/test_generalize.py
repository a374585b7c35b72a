"""Coarser true values in the example corpus: the policy holds for all commands, and a second look changes nothing."""

import json
from pathlib import Path

import jsonschema
import pytest

from sanon import schemas
from sanon.graph.open import open_existing
from tests.cli.conftest import EXAMPLE


@pytest.fixture
def softened(sanon):
    sanon("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
    return sanon.json("redact", "--operator", "generalize")


def test_the_policy_holds_with_coarser_values_and_all_commands_count_the_same(sanon, softened):
    jsonschema.validate(softened, json.loads((Path(schemas.__file__).parent / "redact-1.json").read_text()))
    coarser = [one for one in softened["masked"] if one["level"]]
    assert len(coarser) == softened["kept_coarser"] > 0
    assert all(one["operator"] == "generalize" and 0 <= one["loss"] < 1 for one in coarser)
    assert softened["information_lost"] < softened["information_lost_with_labels"] == len(softened["masked"])
    assert softened["over_policy"] == {"documents": 0, "chains": 0}
    analyzed = sanon.json("analyze")
    assert analyzed["over_policy"] == {"documents": 0, "chains": 0}
    worst = softened["after"]
    assert max(one["residual_risk"] for one in analyzed["documents"]) == pytest.approx(
        worst["max_document_risk"], abs=1e-9
    )
    assert analyzed["chains"]["items"][0]["residual_risk"] == pytest.approx(worst["max_chain_risk"], abs=1e-9)


def test_a_second_redact_keeps_what_was_published(sanon, softened):
    again = sanon.json("redact", "--operator", "generalize")
    assert (again["masked"], again["coarsened"], again["kept_coarser"]) == ([], 0, softened["kept_coarser"])
    assert again["information_lost"] == pytest.approx(softened["information_lost"])


def test_the_export_shows_the_coarser_values_and_the_graph_their_ladders(sanon, softened):
    texts = {one["replacement"] for one in softened["masked"] if one["level"]}
    assert sanon("export", "out").exit_code == 0
    spans = [json.loads(line) for line in (sanon.folder / "out" / "spans.jsonl").read_text().splitlines()]
    assert {span["replacement"] for span in spans if span["operator"] == "generalize"} == texts
    with open_existing(str(sanon.folder / ".sanon" / "graph")) as store:
        entities = store.entities().set_index("id")
    assert {text for text in texts if text.casefold() == text} <= {f"[{value}]" for value in entities["value"]}
