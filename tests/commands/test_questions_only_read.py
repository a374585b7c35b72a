"""explain, what-if and frontier on a graph: they leave it as it is, and say what really happens to a copy of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sanon.commands.explain import explained_chain, explained_document, explained_entity
from sanon.commands.frontier import frontier
from sanon.commands.redact import redact
from sanon.commands.what_if import what_if
from sanon.corpus_state.corpus_in_graph import read_corpus_in_graph
from sanon.derivation.derive import derive
from sanon.errors import ConfigurationError
from sanon.graph.embedded import EmbeddedEngine
from sanon.graph.store import Store
from sanon.records import Entity
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from sanon.settings.rules import Rules
from tests.graph.records import PROFILE, document, mention, write

POLICY = Policy(edge_threshold=0.1, theta_doc=0.9, theta_chain=0.2, direct="by-risk")
_ANNA, _PILOT = Entity("anna", "NAME"), Entity("pilot", "INDIRECT_IDENTIFIER")
_NO_RULES, _CHOOSING = Rules(), Masking()


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


def _corpus(store: Store):
    return read_corpus_in_graph(store, POLICY, PROFILE, _NO_RULES, _CHOOSING)


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
        before, corpus = _everything(store), _corpus(store)
        for entity_id in store.entities()["id"]:
            explained_entity(store, corpus, entity_id).result(corpus).to_json()
        explained_document(corpus, "form")
        explained_chain(store, corpus, ["form,memo"])
        some = _masked(store)[0]
        what_if(store, corpus, keep=[some], rules=_NO_RULES, masking=_CHOOSING)
        what_if(store, corpus, policy=Policy(theta_doc=0.3), rules=_NO_RULES, masking=_CHOOSING)
        frontier(
            store,
            corpus,
            theta_docs=[0.5],
            theta_chains=[0.3],
            edge_thresholds=[0.1],
            rules=_NO_RULES,
            masking=_CHOOSING,
        )
        assert _everything(store) == before
    with _open(folder) as store:
        assert _everything(store) == before


def test_what_another_mask_would_leave_is_what_it_leaves_in_a_copy(folder, tmp_path):
    with _open(folder) as store:
        corpus = _corpus(store)
        readable = sorted(set(store.entities()["id"]) - set(_masked(store)))[0]
        said = what_if(store, corpus, mask=[readable], rules=_NO_RULES, masking=_CHOOSING).comparison
    shutil.copytree(folder, tmp_path / "copy")
    with _open(tmp_path / "copy") as copy:
        rows = copy.entities().query("id == @readable")[["id"]].assign(
            replacement="[X]", operator="type-label", reason="x", decided_by="chain", level=0, leaves_link=False,
            relabelled=False, decided_for=[[]], risk_before=0.0, risk_after=0.0
        )  # fmt: skip
        copy.write_decisions(copy.runs()[0].id, rows)
        assert redact(copy, policy=POLICY, profile=PROFILE, dry_run=True).before == pytest.approx(said.after, abs=1e-12)


def test_what_a_kept_entity_would_leave_is_what_a_copy_without_its_mask_leaves(folder, tmp_path):
    with _open(folder) as store:
        corpus = _corpus(store)
        kept = _masked(store)[0]
        said = what_if(store, corpus, keep=[kept[:8]], rules=_NO_RULES, masking=_CHOOSING).comparison
        rows = store.entities().query("masked and id != @kept")
    shutil.copytree(folder, tmp_path / "copy")
    with _open(tmp_path / "copy") as copy:
        copy.clear_decisions()
        copy.write_decisions(
            copy.runs()[0].id, rows.assign(decided_for=[[]] * len(rows), risk_before=0.0, risk_after=0.0)
        )
        assert redact(copy, policy=POLICY, profile=PROFILE, dry_run=True).before == pytest.approx(said.after, abs=1e-12)


def test_masks_under_other_thresholds_are_those_that_redact_fresh_chooses(folder):
    other = Policy(edge_threshold=0.1, theta_doc=0.6, theta_chain=0.1, direct="by-risk")
    with _open(folder) as store:
        corpus, now = _corpus(store), set(_masked(store))
        said = what_if(store, corpus, policy=other, rules=_NO_RULES, masking=_CHOOSING)
        chosen = redact(store, policy=other, profile=PROFILE, fresh=True, dry_run=True)
        ids = corpus.masked.incidence.entity_ids
        gained, lost = ({ids[e] for e in c} for c in (said.comparison.masks_gained, said.comparison.masks_lost))
        assert gained == set(chosen.decisions["id"]) - now
        assert lost == now - set(chosen.decisions["id"])
        assert said.comparison.after == pytest.approx(chosen.after, abs=1e-12)
        assert said.policy == other


def test_a_masked_entity_names_its_stage_its_run_and_what_its_reason_names(folder):
    with _open(folder) as store:
        corpus = _corpus(store)
        one = explained_entity(store, corpus, _ANNA.id)
        assert (one.stage, one.replacement) == ("document", "[NAME]")
        assert one.run_id == store.runs()[0].id
        assert one.alternatives is not None
        assert corpus.masked.names(one.alternatives.documents) == ["form"]
        assert one.reason.startswith("document form: risk ")
        kept = explained_entity(store, corpus, Entity("flu", "MEDICAL_CONDITION").id)
        assert (kept.stage, kept.run_id, kept.alternatives) == (None, None, None)
        assert kept.reason.startswith("kept: ")


def test_a_chain_is_named_by_its_node_or_by_its_documents(folder):
    with _open(folder) as store:
        corpus = _corpus(store)
        node = store.chains().iloc[0]
        by_node = explained_chain(store, corpus, [node["id"][:10]])
        assert corpus.masked.names(by_node.documents) == node["documents"]
        assert by_node.residual_risk == pytest.approx(node["residual_risk"], abs=1e-9)
        assert by_node.risk == pytest.approx(node["risk"], abs=1e-9)
        for names in (node["documents"], [",".join(node["documents"])], [" ".join(node["documents"])]):
            assert explained_chain(store, corpus, names) == by_node


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (lambda store, corpus: explained_entity(store, corpus, "abc"), "at least 6 hex digits"),
        (lambda store, corpus: explained_entity(store, corpus, "0" * 32), "sanon analyze"),
        (lambda store, corpus: explained_document(corpus, "frm"), "did you mean form"),
        (lambda store, corpus: explained_chain(store, corpus, ["form"]), "two or more"),
        (lambda store, corpus: explained_chain(store, corpus, ["form,note"]), "share no entity"),
        (lambda store, corpus: explained_chain(store, corpus, ["0" * 32]), "no chain"),
        (lambda store, corpus: what_if(store, corpus, rules=_NO_RULES, masking=_CHOOSING), "nothing asked"),
        (
            lambda store, corpus: what_if(
                store, corpus, mask=[_PILOT.id], keep=[_PILOT.id], rules=_NO_RULES, masking=_CHOOSING
            ),
            "both masked and kept",
        ),
    ],
)
def test_what_cannot_be_answered_says_what_to_ask_instead(folder, question, hint):
    with _open(folder) as store, pytest.raises(ConfigurationError, match=hint):
        question(store, _corpus(store))


def test_the_beginning_of_two_ids_is_ambiguous(folder):
    with _open(folder) as store:
        corpus = _corpus(store)
        corpus.masked.incidence.entity_ids[:2] = ["abcdef1", "abcdef2"]
        with pytest.raises(ConfigurationError, match="2 entities begin with abcdef"):
            corpus.entity("abcdef")
