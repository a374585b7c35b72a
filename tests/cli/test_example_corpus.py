"""From the example corpus to a protected one, through the installed command."""

import json
import re
import shutil

import pandas as pd
import pytest

from sanon.records import Entity
from sanon.settings.profile import load_profile
from tests import reference
from tests.cli.conftest import EXAMPLE, Sanon, valid

DOCUMENTS, ENTITIES = EXAMPLE / "documents", EXAMPLE / "entities.jsonl"
#: The limits of the reference.
BY_RISK_ALONE = ("--at-least", 0)
WEIGHTS = load_profile("insurance").weights


def _annotations():
    return [json.loads(line) for line in ENTITIES.read_text("utf-8").splitlines()]


def _reference():
    entities, relevance = {}, {}
    for line in _annotations():
        for _, normalized, kind, value in line["entities"]:
            entity = Entity(normalized, kind)
            entities[entity.id] = entity
            key = (line["id"], entity.id)
            relevance[key] = max(value, relevance.get(key, 0.0))
    return reference.Corpus.of(
        {
            "documents": pd.DataFrame({"source_id": [line["id"] for line in _annotations()]}),
            "entities": pd.DataFrame({"id": list(entities), "weight": [WEIGHTS[e.type] for e in entities.values()]}),
            "mentions": pd.DataFrame([(d, e, r) for (d, e), r in relevance.items()]),
        }
    )


@pytest.fixture(scope="module")
def protected(tmp_path_factory):
    """Before, decisions, after, and the folder of the export."""
    sanon = Sanon(tmp_path_factory.mktemp("example"))
    sanon.json("load", DOCUMENTS, "--entities", ENTITIES)
    before = sanon.json("analyze", "--all-chains")
    decisions = sanon.json("redact", *BY_RISK_ALONE)
    after = sanon.json("analyze", "--all-chains")
    sanon.json("export", "out")
    return sanon, before, decisions, after


def test_analyze_equals_the_reference(protected):
    _, before, _, _ = protected
    slow = _reference()
    assert {d["source_id"]: d["risk"] for d in before["documents"]} == pytest.approx(
        {d: slow.document_risk(d, set()) for d in slow.documents}, abs=1e-9
    )
    assert {e["id"]: e["uniqueness"] for e in before["entities"]} == pytest.approx(
        {e: slow.uniqueness(e) for e in slow.weight}, abs=1e-9
    )
    links = {(link["source"], link["target"]): link for link in before["links"]}
    assert links.keys() == slow.links(0.5)
    for (a, b), link in links.items():
        assert link["strength"] == pytest.approx(slow.strength(a, b, set()), abs=1e-9)
        assert link["hop_risk"] == pytest.approx(slow.hop(a, b, set()), abs=1e-9)
        assert set(link["via"]) == slow.shared(a, b)
    chains = {tuple(item["documents"]): item["risk"] for item in before["chains"]["items"]}
    assert chains == pytest.approx(
        {chain: slow.chain_risk(chain, set()) for chain in slow.chains(links.keys(), 3)}, abs=1e-9
    )
    assert before["chains"]["count"] == len(chains) == sum(before["chains"]["by_category"].values())


def test_redact_masks_what_the_reference_masks_and_says_why(protected):
    _, before, decisions, after = protected
    slow = _reference()
    kinds = {entity["id"]: entity["type"] for entity in before["entities"]}
    direct = sorted(entity for entity, kind in kinds.items() if kind in DIRECT)
    first = reference.document_stage(slow, 0.95, set(direct))
    second = reference.greedy_chain_stage(slow, 0.5, 3, 0.5, {*direct, *first})
    stages = ["direct"] * len(direct) + ["document"] * len(first) + ["chain"] * len(second)
    assert [mask["id"] for mask in decisions["masked"]] == direct + first + second
    assert [mask["stage"] for mask in decisions["masked"]] == stages
    assert all(mask["replacement"] == f"[{mask['type']}]" for mask in decisions["masked"])
    why = {True: r"^direct identifier: [A-Z_]+$", False: r": risk \d\.\d+ above \d\.\d+$"}
    assert all(re.search(why[mask["stage"] == "direct"], mask["reason"]) for mask in decisions["masked"])
    assert decisions["before"]["max_chain_risk"] == pytest.approx(before["chains"]["items"][0]["risk"], abs=1e-9)
    assert decisions["after"]["max_document_risk"] == pytest.approx(max(d["residual_risk"] for d in after["documents"]))
    assert decisions["after"]["max_document_risk"] <= 0.95
    assert decisions["after"]["max_chain_risk"] <= 0.5
    assert {e["id"] for e in after["entities"] if e["masked"]} == {*direct, *first, *second}


def test_over_policy_is_one_number_wherever_it_is_asked(protected):
    sanon, before, decisions, after = protected
    nothing = {"documents": 0, "chains": 0}
    slow = _reference()
    unmasked = reference.over_policy(slow, 0.5, 3, 0.5, (set(), set()), (set(), set()))
    documents = sum(slow.document_risk(d, set()) > 0.95 for d in slow.documents)
    assert before["over_policy"] == {"documents": documents, "chains": len(unmasked)}
    assert decisions["before"]["chains_over_policy"] == len(unmasked)
    assert before["direct_readable"] == sum(entity["type"] in DIRECT for entity in before["entities"]) > 0
    assert decisions["over_policy"] == after["over_policy"] == nothing
    assert decisions["direct_readable"] == after["direct_readable"] == 0
    assert sanon.json("analyze", "--compute", "cypher")["over_policy"] == nothing
    assert after["chains"]["count"] == before["chains"]["count"] == len(after["chains"]["items"])
    assert [link["strength"] for link in after["links"]] == [link["strength"] for link in before["links"]]
    for item in after["chains"]["items"][:5]:
        chain = sanon.json("explain", "chain", ",".join(item["documents"]))
        assert chain["residual_risk"] == pytest.approx(item["residual_risk"], abs=1e-9)
        assert chain["risk"] == pytest.approx(item["risk"], abs=1e-9)
        assert chain["residual_risk"] <= chain["limit"] + 1e-12
    asked = sanon.json("what-if", "--mask", next(e["id"] for e in after["entities"] if not e["masked"]))
    assert asked["before"]["chains_over_policy"] == asked["after"]["chains_over_policy"] == 0


def test_by_risk_leaves_direct_identifiers_to_the_stages_and_counts_them(sanon):
    sanon.json("load", DOCUMENTS, "--entities", ENTITIES)
    decisions = sanon.json("redact", "--direct", "by-risk", *BY_RISK_ALONE)
    slow = _reference()
    first = reference.document_stage(slow, 0.95, set())
    second = reference.greedy_chain_stage(slow, 0.5, 3, 0.5, set(first))
    assert [mask["id"] for mask in decisions["masked"]] == first + second
    masked = {*first, *second}
    analysis = sanon.json("analyze")
    readable = {e["id"] for e in analysis["entities"] if e["type"] in DIRECT} - masked
    assert decisions["direct_readable"] == analysis["direct_readable"] == len(readable) > 0
    assert analysis["over_policy"] == {"documents": 0, "chains": 0}


def test_the_export_mirrors_the_folder_and_holds_no_masked_value(protected):
    sanon, _, decisions, _ = protected
    out = sanon.folder / "out"
    masked = {mask["id"] for mask in decisions["masked"]}
    assert {file.name for file in out.iterdir()} == {file.name for file in DOCUMENTS.iterdir()} | {".sanon"}
    assert {file.name for file in (out / ".sanon").iterdir()} == {"manifest.json", "spans.jsonl", "changes.json"}
    everywhere = set()
    for line in _annotations():
        values = {o for o, n, t, _ in line["entities"] if Entity(n, t).id in masked}
        everywhere |= {o for o, n, t, _ in line["entities"] if Entity(n, t).id in masked and t in DIRECT}
        _holds_none(out / f"{line['id']}.json", values)
    for file in DOCUMENTS.iterdir():
        _holds_none(out / file.name, everywhere)


DIRECT = {"NAME", "PATIENT_ID", "ADDRESS", "PHONE_NUMBER", "EMAIL", "BIRTHDATE"}


def _holds_none(file, values):
    document = json.loads(file.read_text("utf-8"))
    text = " ".join([document["content"], *map(str, document["metadata"].values())])
    for value in values:
        pattern = rf"(?<!\w){re.escape(value)}(?!\w)".replace(r"\ ", r"\s+")
        assert not re.search(pattern, text, re.IGNORECASE), file.name


def test_spans_rebuild_the_export_from_the_originals(protected):
    sanon, _, _, _ = protected
    spans = [json.loads(line) for line in (sanon.folder / "out" / ".sanon/spans.jsonl").read_text("utf-8").splitlines()]
    assert spans
    for file in DOCUMENTS.iterdir():
        original = json.loads(file.read_text("utf-8"))
        pieces, position = [], 0
        for span in (s for s in spans if s["source_id"] == original["id"] and s["field"] == "content"):
            valid("span", span)
            pieces += [original["content"][position : span["start"]], span["replacement"]]
            position = span["end"]
        pieces.append(original["content"][position:])
        exported = json.loads((sanon.folder / "out" / file.name).read_text("utf-8"))
        assert exported == original | {"content": "".join(pieces)}


def test_a_third_of_the_entities_stays_and_the_common_ones_too(protected):
    _, _, _, after = protected
    kept = {e["id"] for e in after["entities"] if not e["masked"]}
    assert len(kept) > len(after["entities"]) / 3
    assert {Entity("asthma", "MEDICAL_CONDITION").id, Entity("berlin", "LOCATION").id} <= kept


def test_redacting_again_changes_nothing(protected):
    sanon, _, _, after = protected
    again = sanon.json("redact")
    assert again["masked"] == []
    assert again["after"] == again["before"]
    assert sanon.json("analyze", "--all-chains") == after


def test_exporting_again_needs_leave_and_changes_nothing(protected):
    sanon, *_ = protected
    assert valid("changes", json.loads((sanon.folder / "out/.sanon/changes.json").read_text()))["added"]
    refused = sanon("export", "out")
    assert refused.exit_code == 2
    assert "--overwrite" in refused.err
    former = (sanon.folder / "out/c1-claim-form.json").read_bytes()
    nothing = {"added": [], "changed": [], "removed": [], "newly_masked": 0}
    assert sanon.json("export", "out", "--overwrite")["changes"] == nothing
    assert (sanon.folder / "out/c1-claim-form.json").read_bytes() == former


def test_run_does_all_three_and_files_may_come_in_any_order(protected, sanon):
    former, _, decisions, _ = protected
    folder = sanon.folder / "shuffled"
    folder.mkdir()
    for number, file in enumerate(sorted(DOCUMENTS.iterdir(), reverse=True)):
        shutil.copy(file, folder / f"{number:02}-{file.name}")
    done = sanon.json("run", folder, "out", "--entities", ENTITIES, *BY_RISK_ALONE)
    assert done["redact"]["masked"] == decisions["masked"]
    for file in folder.iterdir():
        assert (sanon.folder / "out" / file.name).read_bytes() == (former.folder / "out" / file.name[3:]).read_bytes()


def test_options_that_differ_derive_the_links_again(protected, sanon):
    loaded = sanon.json("load", DOCUMENTS, "--entities", ENTITIES)
    assert loaded["counts"]["links"] == len(_reference().links(0.5))
    lower = sanon.json("analyze", "--edge-threshold", 0.2)
    assert {(k["source"], k["target"]) for k in lower["links"]} == _reference().links(0.2)
    early = sanon("load", DOCUMENTS, "--entities", ENTITIES, "--profile", "insurance-early", "--graph", "other")
    assert early.exit_code == 3
    assert "not in profile insurance-early" in early.err


def test_values_appear_only_when_asked_for(protected, sanon):
    for command in (("analyze", "--masked"), ("redact",), ("status",)):
        sanon("load", DOCUMENTS, "--entities", ENTITIES)
        result = sanon(*command)
        assert "erdheim" not in (result.out + result.err).lower()
    assert "erdheim" in sanon("analyze", "--masked", "--show-values").out.lower()
