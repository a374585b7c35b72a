"""explain, what-if and frontier on a graph: they leave it as it is, and say what really happens to a copy of it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sanon.commands import explain, frontier, what_if
from sanon.commands.explain import ExplainRequest
from sanon.commands.frontier import FrontierRequest
from sanon.commands.what_if import WhatIfRequest
from sanon.deciding.corpus_in_graph import read_corpus_in_graph
from sanon.derivation.derive import derive
from sanon.errors import ConfigurationError
from sanon.graph.embedded import EmbeddedEngine
from sanon.graph.store import Store
from sanon.records import Entity, Mention
from sanon.settings.policy import Policy
from sanon.settings.source import Source
from tests.graph.records import PROFILE, document, mention, write
from tests.on_store import redact, settings_of

POLICY = Policy(edge_threshold=0.1, theta_doc=0.9, theta_chain=0.2, direct="by-risk", at_least=0)
_ANNA, _PILOT = Entity("anna", "NAME"), Entity("pilot", "INDIRECT_IDENTIFIER")
_SETTINGS = settings_of(policy=POLICY, profile=PROFILE)


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed graph that redact has decided."""
    folder = tmp_path_factory.mktemp("decided") / "graph"
    with Store(EmbeddedEngine(folder)) as store:
        mentions = [
            mention("form", "anna"), mention("form", "flu", "MEDICAL_CONDITION", 0.9),
            mention("form", "clinic", "PROVIDER"), mention("memo", "clinic", "PROVIDER"),
            mention("memo", "pilot", "INDIRECT_IDENTIFIER", 0.8),
            Mention("news", _PILOT, 1.0, ("Harbour  Pilot",), ("test",)), mention("news", "ulm", "LOCATION"),
            mention("note", "ulm", "LOCATION", 0.3),
        ]  # fmt: skip
        write(store, [document(name) for name in ("form", "memo", "news", "note", "empty")], mentions)
        derive(store, POLICY, PROFILE, "cypher")
        assert redact(store, policy=POLICY, profile=PROFILE).met
    return folder


@pytest.fixture
def folder(decided: Path, tmp_path: Path) -> Path:
    return shutil.copytree(decided, tmp_path / "graph")


def _open(folder: Path) -> Store:
    return Store(EmbeddedEngine(folder))


def _explain(store: Store, kind: str, *names: str):
    return explain.run(store, _SETTINGS, ExplainRequest(kind=kind, names=names))


def _what_if(store: Store, named: Policy | None = None, **asked):
    source = Source.named(policy=named)
    return what_if.run(store, _SETTINGS, WhatIfRequest(named=source, **asked))


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
        before = _everything(store)
        for entity_id in store.entities()["id"]:
            _explain(store, "entity", entity_id).to_json()
        _explain(store, "document", "form")
        _explain(store, "chain", "form,memo")
        _what_if(store, keep=(_masked(store)[0],))
        _what_if(store, Policy(theta_doc=0.3))
        grid = FrontierRequest(theta_docs=(0.5,), theta_chains=(0.3,), edge_thresholds=(0.1,))
        assert len(frontier.run(store, _SETTINGS, grid).points) == 1
        assert _everything(store) == before
    with _open(folder) as store:
        assert _everything(store) == before


def _risks(totals):
    return pytest.approx(totals.model_dump(), abs=1e-12)


def test_what_another_mask_would_leave_is_what_it_leaves_in_a_copy(folder, tmp_path):
    with _open(folder) as store:
        readable = sorted(set(store.entities()["id"]) - set(_masked(store)))[0]
        said = _what_if(store, mask=(readable,))
    shutil.copytree(folder, tmp_path / "copy")
    with _open(tmp_path / "copy") as copy:
        rows = copy.entities().query("id == @readable")[["id"]].assign(
            replacement="[X]", operator="type-label", reason="x", decided_by="chain", level=0, leaves_link=False,
            relabelled=False, decided_for=[[]], risk_before=0.0, risk_after=0.0
        )  # fmt: skip
        copy.write_decisions(copy.runs()[0].id, rows)
        before = redact(copy, policy=POLICY, profile=PROFILE, dry_run=True).before
        assert before.model_dump() == _risks(said.after)


def test_what_a_kept_entity_would_leave_is_what_a_copy_without_its_mask_leaves(folder, tmp_path):
    with _open(folder) as store:
        kept = _masked(store)[0]
        said = _what_if(store, keep=(kept[:8],))
        rows = store.entities().query("masked and id != @kept")
    shutil.copytree(folder, tmp_path / "copy")
    with _open(tmp_path / "copy") as copy:
        copy.clear_decisions()
        copy.write_decisions(
            copy.runs()[0].id, rows.assign(decided_for=[[]] * len(rows), risk_before=0.0, risk_after=0.0)
        )
        before = redact(copy, policy=POLICY, profile=PROFILE, dry_run=True).before
        assert before.model_dump() == _risks(said.after)


def test_masks_under_other_limits_are_those_that_redact_fresh_chooses(folder):
    other = Policy(edge_threshold=0.1, theta_doc=0.6, theta_chain=0.1, direct="by-risk", at_least=0)
    with _open(folder) as store:
        now = set(_masked(store))
        said = _what_if(store, other)
        chosen = redact(store, policy=other, profile=PROFILE, fresh=True, dry_run=True)
        gained, lost = ({one.id for one in some} for some in (said.masks_gained, said.masks_lost))
        masked = {one.id for one in chosen.masked}
        assert (gained, lost) == (masked - now, now - masked)
        assert (said.masked_before, said.masked_after) == (len(now), len(masked))
        assert said.after.model_dump() == _risks(chosen.after)
        assert Policy(**said.parameters.model_dump(exclude={"profile"})) == other
        assert Policy(**said.parameters_before.model_dump(exclude={"profile"})) == POLICY


def test_a_masked_entity_names_its_stage_its_run_and_what_its_reason_names(folder):
    with _open(folder) as store:
        one = _explain(store, "entity", _ANNA.id)
        assert (one.stage, one.replacement) == ("document", "[NAME]")
        assert one.run_id == store.runs()[0].id
        assert one.decided_for is not None
        assert one.decided_for.documents == ["form"]
        assert one.reason.startswith("document form: risk ")
        kept = _explain(store, "entity", Entity("flu", "MEDICAL_CONDITION").id)
        assert (kept.stage, kept.run_id, kept.decided_for, kept.alternatives) == (None, None, None, [])
        assert kept.reason.startswith("kept: ")


def test_a_chain_is_named_by_its_node_or_by_its_documents(folder):
    with _open(folder) as store:
        node = store.chains().iloc[0]
        by_node = _explain(store, "chain", node["id"][:10])
        assert by_node.documents == node["documents"]
        assert by_node.residual_risk == pytest.approx(node["residual_risk"], abs=1e-9)
        assert by_node.risk == pytest.approx(node["risk"], abs=1e-9)
        for names in (node["documents"], [",".join(node["documents"])], [" ".join(node["documents"])]):
            assert _explain(store, "chain", *names) == by_node


def test_a_value_names_an_entity_only_where_values_are_shown(folder):
    with _open(folder) as store:
        with pytest.raises(ConfigurationError, match="--show-values"):
            _explain(store, "entity", "Pilot")
        shown = explain.run(store, _SETTINGS, ExplainRequest(kind="entity", names=("Pilot",), show_values=True))
        assert (shown.id, shown.values[shown.id]) == (_PILOT.id, "pilot")
        assert _explain(store, "entity", _PILOT.id).values == {}
        kept = _what_if(store, keep=("anna",), show_values=True)
        assert [one.id for one in kept.masks_lost] == [_ANNA.id]
        assert kept.values == {_ANNA.id: "anna"}
        as_spelled = ExplainRequest(kind="entity", names=("harbour pilot",), show_values=True)
        assert explain.run(store, _SETTINGS, as_spelled) == shown
        for near in ("pilt", "ilo"):
            with pytest.raises(ConfigurationError, match="did you mean 'pilot'"):
                _what_if(store, keep=(near,), show_values=True)


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (lambda store: _explain(store, "entity", "abc"), "at least 6 hex digits"),
        (lambda store: _explain(store, "entity", "0" * 32), "sanon analyze"),
        (lambda store: _explain(store, "document", "frm"), "did you mean form"),
        (lambda store: _explain(store, "chain", "form"), "two or more"),
        (lambda store: _explain(store, "chain", "form,note"), "share no entity"),
        (lambda store: _explain(store, "chain", "0" * 32), "no chain"),
        (_what_if, "nothing asked"),
        (lambda store: _what_if(store, mask=(_PILOT.id,), keep=(_PILOT.id,)), "masked and kept"),
    ],
)
def test_what_cannot_be_answered_says_what_to_ask_instead(folder, question, hint):
    with _open(folder) as store, pytest.raises(ConfigurationError, match=hint):
        question(store)


def test_the_beginning_of_two_ids_is_ambiguous(folder):
    with _open(folder) as store:
        corpus = read_corpus_in_graph(store, _SETTINGS)
        corpus.masked.incidence.entity_ids[:2] = ["abcdef1", "abcdef2"]
        with pytest.raises(ConfigurationError, match="2 entities begin with abcdef"):
            corpus.entity("abcdef")
