"""explain, what-if and frontier on a graph: they leave it as it is, and say what really happens to a copy of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sanon.steps.standing import decided_policy, read_standing

from sanon.derivation.derive import derive
from sanon.errors import ConfigurationError
from sanon.graph.embedded import EmbeddedEngine
from sanon.graph.store import Store
from sanon.records import Entity
from sanon.settings.policy import Policy
from sanon.settings.rules import Rules
from sanon.steps.explain import explained_chain, explained_document, explained_entity, reason_documents
from sanon.steps.frontier import frontier
from sanon.steps.redact import redact
from sanon.steps.what_if import what_if
from tests.graph.records import PROFILE, document, mention, write

POLICY = Policy(edge_threshold=0.1, theta_doc=0.9, theta_chain=0.2)
_ANNA, _PILOT = Entity("anna", "NAME"), Entity("pilot", "INDIRECT_IDENTIFIER")
_NO_RULES = Rules()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A closed graph that redact has decided."""
    with Store(EmbeddedEngine(tmp_path / "graph")) as store:
        mentions = [
            mention("form", "anna"), mention("form", "flu", "MEDICAL_CONDITION", 0.9),
            mention("form", "clinic", "PROVIDER"), mention("memo", "clinic", "PROVIDER"),
            mention("memo", "pilot", "INDIRECT_IDENTIFIER", 0.8),
            mention("news", "pilot", "INDIRECT_IDENTIFIER"), mention("news", "ulm", "LOCATION"),
            mention("note", "ulm", "LOCATION", 0.3),
        ]  # fmt: skip
        write(store, [document(name) for name in ("form", "memo", "news", "note", "empty")], mentions)
        derive(store, POLICY, PROFILE, "cypher")
        assert redact(store, policy=POLICY, profile=PROFILE).met
    return tmp_path / "graph"


def _open(folder: Path) -> Store:
    return Store(EmbeddedEngine(folder))


def _standing(store: Store):
    return read_standing(store, POLICY, PROFILE, _NO_RULES)


def _everything(store: Store):
    frames = (store.document_risks(), store.entities(), store.mentioned_values(), store.links(), store.chains())
    tables = [sorted(map(str, frame.to_dict("records"))) for frame in frames]
    return [
        *tables,
        [one for one, _ in store.documents()],
        store.runs(),
        store.pseudonym_key(),
        store.exported_digests(),
    ]


def _masked(store: Store) -> list[str]:
    entities = store.entities()
    return entities.loc[entities["masked"].astype(bool), "id"].tolist()


def test_no_question_changes_the_graph(folder):
    with _open(folder) as store:
        before, standing = _everything(store), _standing(store)
        for entity_id in store.entities()["id"]:
            explained_entity(store, standing, entity_id).to_json(standing)
        explained_document(standing, "form")
        explained_chain(store, standing, ["form,memo"])
        some = _masked(store)[0]
        what_if(store, standing, keep=[some], rules=_NO_RULES)
        what_if(store, standing, policy=Policy(theta_doc=0.3), rules=_NO_RULES)
        frontier(store, standing, theta_docs=[0.5], theta_chains=[0.3], edge_thresholds=[0.1], rules=_NO_RULES)
        assert _everything(store) == before
    with _open(folder) as store:
        assert _everything(store) == before


def test_what_another_mask_would_leave_is_what_it_leaves_in_a_copy(folder, tmp_path):
    with _open(folder) as store:
        standing = _standing(store)
        readable = sorted(set(store.entities()["id"]) - set(_masked(store)))[0]
        said = what_if(store, standing, mask=[readable], rules=_NO_RULES).comparison
    shutil.copytree(folder, tmp_path / "copy")
    with _open(tmp_path / "copy") as copy:
        rows = copy.entities().query("id == @readable")[["id"]].assign(
            replacement="[X]", operator="type-label", reason="x", decided_by="chain", risk_before=0.0, risk_after=0.0
        )  # fmt: skip
        copy.write_decisions(copy.runs()[0].id, rows)
        assert redact(copy, policy=POLICY, profile=PROFILE, dry_run=True).before == pytest.approx(said.after, abs=1e-12)


def test_what_a_kept_entity_would_leave_is_what_a_copy_without_its_mask_leaves(folder, tmp_path):
    with _open(folder) as store:
        standing = _standing(store)
        kept = _masked(store)[0]
        said = what_if(store, standing, keep=[kept[:8]], rules=_NO_RULES).comparison
        rows = store.entities().query("masked and id != @kept")
    shutil.copytree(folder, tmp_path / "copy")
    with _open(tmp_path / "copy") as copy:
        copy.clear_decisions()
        copy.write_decisions(copy.runs()[0].id, rows.assign(risk_before=0.0, risk_after=0.0))
        assert redact(copy, policy=POLICY, profile=PROFILE, dry_run=True).before == pytest.approx(said.after, abs=1e-12)


def test_masks_under_other_thresholds_are_those_that_redact_fresh_chooses(folder):
    other = Policy(edge_threshold=0.1, theta_doc=0.6, theta_chain=0.1)
    with _open(folder) as store:
        standing, now = _standing(store), set(_masked(store))
        said = what_if(store, standing, policy=other, rules=_NO_RULES)
        chosen = redact(store, policy=other, profile=PROFILE, fresh=True, dry_run=True)
        ids = standing.situation.incidence.entity_ids
        gained, lost = ({ids[e] for e in c} for c in (said.comparison.masks_gained, said.comparison.masks_lost))
        assert gained == set(chosen.decisions["id"]) - now
        assert lost == now - set(chosen.decisions["id"])
        assert said.comparison.after == pytest.approx(chosen.after, abs=1e-12)
        assert said.policy == other


def test_the_policy_of_now_is_that_of_the_last_redact(folder):
    with _open(folder) as store:
        assert decided_policy(store) == POLICY


def test_a_masked_entity_names_its_stage_its_run_and_what_its_reason_names(folder):
    with _open(folder) as store:
        standing = _standing(store)
        one = explained_entity(store, standing, _ANNA.id)
        assert (one.stage, one.replacement) == ("document", "[NAME]")
        assert one.run_id == store.runs()[0].id
        assert one.instead is not None
        assert standing.situation.names(one.instead.documents) == ["form"]
        assert one.reason.startswith("document form: risk ")
        kept = explained_entity(store, standing, Entity("flu", "MEDICAL_CONDITION").id)
        assert (kept.stage, kept.run_id, kept.instead) == (None, None, None)
        assert kept.reason.startswith("kept: ")


def test_a_chain_is_named_by_its_node_or_by_its_documents(folder):
    with _open(folder) as store:
        standing = _standing(store)
        node = store.chains().iloc[0]
        by_node = explained_chain(store, standing, [node["id"][:10]])
        assert standing.situation.names(by_node.documents) == node["documents"]
        assert by_node.risk == pytest.approx(node["residual_risk"], abs=1e-9)
        assert by_node.risk_unmasked == pytest.approx(node["risk"], abs=1e-9)
        for names in (node["documents"], [",".join(node["documents"])], [" ".join(node["documents"])]):
            assert explained_chain(store, standing, names) == by_node


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (lambda store, standing: explained_entity(store, standing, "abc"), "at least 6 hex digits"),
        (lambda store, standing: explained_entity(store, standing, "0" * 32), "sanon analyze"),
        (lambda store, standing: explained_document(standing, "frm"), "did you mean form"),
        (lambda store, standing: explained_chain(store, standing, ["form"]), "two or more"),
        (lambda store, standing: explained_chain(store, standing, ["form,note"]), "share no entity"),
        (lambda store, standing: explained_chain(store, standing, ["0" * 32]), "no chain"),
        (lambda store, standing: what_if(store, standing, rules=_NO_RULES), "nothing asked"),
        (
            lambda store, standing: what_if(store, standing, mask=[_PILOT.id], keep=[_PILOT.id], rules=_NO_RULES),
            "both masked and kept",
        ),
    ],
)
def test_what_cannot_be_answered_says_what_to_ask_instead(folder, question, hint):
    with _open(folder) as store, pytest.raises(ConfigurationError, match=hint):
        question(store, _standing(store))


def test_the_beginning_of_two_ids_is_ambiguous(folder):
    with _open(folder) as store:
        standing = _standing(store)
        standing.situation.incidence.entity_ids[:2] = ["abcdef1", "abcdef2"]
        with pytest.raises(ConfigurationError, match="2 entities begin with abcdef"):
            standing.entity("abcdef")


def test_a_reason_names_its_documents_even_when_their_ids_hold_the_dash():
    known = ["a", "a – b", "b – c", "c", "d: risk 0.5 above 0.5"]
    assert reason_documents("document a – b: risk 0.9000 above 0.5000", known) == (1,)
    assert reason_documents("chain a – b – c: risk 0.9000 above 0.5000", ["a – b", "c", "x"]) == (0, 1)
    assert reason_documents("chain c – d: risk 0.5 above 0.5: risk 0.9000 above 0.5000", known) == (3, 4)
    assert reason_documents("chain a – gone: risk 0.9000 above 0.5000", known) is None
    assert reason_documents("list of the policy: importance 0.9000", known) is None
