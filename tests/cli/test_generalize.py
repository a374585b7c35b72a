"""Coarser true values in the example corpus: the policy holds for all commands, and a second look changes nothing."""

import json

import pytest

from sanon.graph.open import open_existing
from tests.cli.conftest import EXAMPLE


@pytest.fixture
def softened(sanon):
    sanon("load", EXAMPLE / "documents", "--entities", EXAMPLE / "entities.jsonl")
    return sanon.json("redact", "--at-least", 0, "--operator", "generalize")


def test_the_policy_holds_with_coarser_values_and_all_commands_count_the_same(sanon, softened):
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
    again = sanon.json("redact", "--at-least", 0, "--operator", "generalize")
    assert (again["masked"], again["coarsened"], again["kept_coarser"]) == ([], 0, softened["kept_coarser"])
    assert again["information_lost"] == pytest.approx(softened["information_lost"])


def test_explain_says_what_bars_each_finer_value(sanon, softened):
    one = next(one for one in softened["masked"] if one["level"] > 1)
    explained = sanon.json("explain", "entity", one["id"])
    assert explained["level"] == one["level"]
    assert [(rung["level"], rung["shown"]) for rung in explained["ladder"]] == [
        (level, level == one["level"]) for level in range(1, one["level"] + 1)
    ]
    for rung in explained["ladder"][:-1]:
        assert rung["barred_by"]
        assert rung["risk"] > rung["limit"]
    text = sanon("explain", "entity", one["id"]).out
    assert f"level {one['level']} shown: {one['replacement']}" in text


def test_what_if_and_frontier_see_what_a_fresh_redact_would_show(sanon, softened):
    kept = {"coarser": softened["kept_coarser"], "lost": pytest.approx(softened["information_lost"])}
    asked = sanon.json("what-if", "--operator", "type-label")
    assert asked["kept_before"] == kept
    assert asked["kept_after"] == {"coarser": 0, "lost": len(softened["masked"])}
    assert {one["operator"] for one in asked["operators"]} == {"type-label"}
    assert sanon.json("what-if", "--theta-doc", "0.95")["kept_after"] == kept
    grid = ["--grid-theta-doc", "0.95", "--grid-theta-chain", "0.5", "--grid-edge-threshold", "0.5"]
    (point,) = sanon.json("frontier", *grid)["points"]
    assert {"coarser": point["kept_coarser"], "lost": point["information_lost"]} == kept
    assert point["max_chain_risk"] == pytest.approx(softened["after"]["max_chain_risk"], abs=1e-9)


def test_the_export_shows_the_coarser_values_and_the_graph_their_ladders(sanon, softened):
    texts = {one["replacement"] for one in softened["masked"] if one["level"]}
    assert sanon("export", "out").exit_code == 0
    spans = [json.loads(line) for line in (sanon.folder / "out" / ".sanon/spans.jsonl").read_text().splitlines()]
    assert {span["replacement"] for span in spans if span["operator"] == "generalize"} == texts
    with open_existing(str(sanon.folder / ".sanon" / "graph")) as store:
        entities = store.entities().set_index("id")
    coarser = entities[entities["frequency"] == 0]
    assert {"[hospital]", "[a day in September 1983]"} <= texts
    assert {"hospital", "09/1983"} <= set(coarser["value"].str.casefold())
