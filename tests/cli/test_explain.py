"""explain, what-if and frontier through the installed command."""

import json
import re

import pytest

from sanon.records import Entity
from tests.cli.conftest import EXAMPLE, Sanon

DOCUMENTS, ENTITIES = EXAMPLE / "documents", EXAMPLE / "entities.jsonl"
VALUES = {n for line in ENTITIES.read_text("utf-8").splitlines() for _, n, _, _ in json.loads(line)["entities"]}


def _holds_no_value(text):
    # Values shorter than a word stand in ids and numbers by chance.
    assert [value for value in VALUES if len(value) > 6 and value.lower() in text.lower()] == []


@pytest.fixture(scope="module")
def decided(tmp_path_factory):
    """A redacted corpus and what redact said."""
    sanon = Sanon(tmp_path_factory.mktemp("decided"))
    sanon.json("load", DOCUMENTS, "--entities", ENTITIES)
    return sanon, sanon.json("redact", "--at-least", 0)


def test_an_entity_is_explained_without_its_value_and_with_it_when_asked(decided):
    sanon, decisions = decided
    mask = next(one for one in decisions["masked"] if one["stage"] == "chain")
    one = sanon.json("explain", "entity", mask["id"])
    assert (one["id"], one["type"], one["masked"]) == (mask["id"], mask["type"], True)
    assert (one["reason"], one["run_id"]) == (mask["reason"], decisions["run_id"])
    assert all(
        row["residual_risk"] <= row["risk_without"] <= row["risk"] + 1e-12
        for row in (*one["documents"], *one["chains"])
    )
    assert one["alternatives"]
    hidden = sanon("explain", "entity", mask["id"][:8])
    assert mask["reason"] in hidden.out
    assert f"WITH '{mask['id']}' AS entity_id" in hidden.out
    _holds_no_value(hidden.out + hidden.err)
    shown = sanon("explain", "entity", mask["id"][:8], "--show-values")
    (value,) = [v for v in VALUES if Entity(v, mask["type"]).id == mask["id"]]
    assert value in shown.out.splitlines()[0]


def test_a_document_and_a_chain_are_explained_without_values(decided):
    sanon, _ = decided
    document = sanon.json("explain", "document", "c2-claim-form")
    assert document["entities"][-1]["cumulative"] == pytest.approx(document["residual_risk"], abs=1e-12)
    chain = document["chains"][0]["documents"]
    one = sanon.json("explain", "chain", ",".join(chain))
    assert one["documents"] == chain
    for risk in ("risk", "residual_risk"):
        assert one[risk] == pytest.approx(document["chains"][0][risk], abs=1e-9)
    assert one["residual_risk"] <= one["limit"]
    explained = sanon("explain", "chain", *chain).out
    assert ("What one more mask would do" in explained) == bool(one["breaks"])
    for text in (sanon("explain", "document", "c2-claim-form").out, explained):
        assert re.search(r"^risk {7}0\.\d{4} now, at most", text, re.MULTILINE)
        _holds_no_value(text)


def test_types_stand_in_one_column_behind_values_of_any_length(decided):
    sanon, _ = decided
    shown = sanon("explain", "document", "c2-claim-form", "--show-values").out
    assert "hereditary haemorrhagic telangiectasia " in shown
    columns = [found.start() for line in shown.splitlines() if (found := re.search(r"  [A-Z_]{4,}( |$)", line))]
    assert len(columns) > 20
    assert len(set(columns)) == 1


def test_of_a_value_wider_than_its_column_the_beginning_is_shown(sanon, write):
    long = "a condition of which nobody has heard but for one family"
    write("docs/a.txt", f"Anna Berger has {long}, and asthma.")
    found = [["Anna Berger", "anna berger", "NAME", 1.0], [long, long, "MEDICAL_CONDITION", 1.0]]
    write("entities.jsonl", {"id": "a.txt", "entities": found})
    assert sanon("load", "docs", "--entities", "entities.jsonl").exit_code == 0
    rows = sanon("explain", "document", "a.txt", "--show-values").out.splitlines()
    (named,), (cut,) = ([row for row in rows if word in row][:1] for word in (" NAME", " MEDICAL_CONDITION"))
    assert "a condition of which nobody has heard b…  MEDICAL_CONDITION" in cut
    assert named.index("NAME") == cut.index("MEDICAL_CONDITION")
    whole = sanon("explain", "entity", long, "--show-values").out
    assert long in whole.splitlines()[0]


def test_what_if_and_frontier_agree_with_redact_and_write_nothing(decided):
    sanon, decisions = decided
    before = sanon.json("status")
    mask = next(one for one in decisions["masked"] if one["stage"] == "chain")
    kept = sanon.json("what-if", "--keep", mask["id"])
    assert kept["before"] == pytest.approx(decisions["after"], abs=1e-12)
    assert kept["masks_lost"] == [{"id": mask["id"], "type": mask["type"]}]
    assert len(kept["opened"]) == kept["opened_count"] == kept["after"]["chains_over_policy"] > 0
    assert all(chain["risk_before"] < chain["risk_after"] for chain in kept["opened"])
    found = sanon.json(
        "frontier", "--grid-theta-doc", "0.95", "--grid-theta-chain", "0.5,0.3", "--grid-edge-threshold", "0.5",
        "--plot", "f.svg",
    )  # fmt: skip
    lower, same = found["points"]
    assert {name: same[name] for name in decisions["after"]} == pytest.approx(decisions["after"], abs=1e-12)
    assert same["masked"] == len(decisions["masked"]) <= lower["masked"]
    assert b"<svg" in (sanon.folder / "f.svg").read_bytes()
    assert sanon.json("status") == before


def test_a_policy_file_is_a_question_too_and_beats_the_configuration(decided):
    sanon, _ = decided
    (sanon.folder / "policy.toml").write_text('theta_doc = 0.9\n[[never_mask]]\ntype = "TREATMENT"\n')
    (sanon.folder / "config.toml").write_text("theta_doc = 0.99\n")
    one = sanon.json("what-if", "--policy", "policy.toml", "--config", "config.toml")
    assert one["parameters"]["theta_doc"] == 0.9
    assert "TREATMENT" in {mask["type"] for mask in one["masks_lost"]}
    assert "TREATMENT" not in {mask["type"] for mask in one["masks_gained"]}


def test_what_is_not_there_is_a_configuration_error_with_a_hint(decided):
    sanon, _ = decided
    for question, hint in (
        (("explain", "document", "c2-claim"), "did you mean c2-claim-form"),
        (("what-if",), "--keep"),
        (("frontier", "--plot", "f.gif"), ".svg"),
    ):
        result = sanon(*question)
        assert (result.exit_code, result.out) == (2, "")
        assert hint in result.err
