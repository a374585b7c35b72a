"""What-if against the reference, and against a selection that really has those masks."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.explanation.comparison import compare, selected_anew
from sanon.selection.select import select
from tests.explanation.situations import cases


def _drawn(case, data, *, masked):
    columns = np.flatnonzero(case.situation.incidence.masked == masked).tolist()
    return data.draw(st.lists(st.sampled_from(columns), max_size=2, unique=True)) if columns else []


@settings(max_examples=80)
@given(cases(), st.data())
def test_what_comes_over_the_limit_and_what_falls_under_it_are_those_of_the_reference(case, data):
    mask, keep = _drawn(case, data, masked=False), _drawn(case, data, masked=True)
    kept, theta = case.ids(keep), case.policy.theta_chain
    assume(not case.is_undecided() and not case.is_undecided(kept))
    masked_after = (case.masked | case.ids(mask)) - kept
    was = {chain: case.slow.chain_risk(chain, case.masked) for chain in case.chains()}
    becomes = {chain: case.slow.chain_risk(chain, masked_after) for chain in case.chains(kept)}
    assume(all(abs(risk - theta) > 1e-9 or theta in (0, 1) for risk in (*was.values(), *becomes.values())))
    over = {chain for chain, risk in was.items() if risk > theta + 1e-12}
    over_after = {chain for chain, risk in becomes.items() if risk > theta + 1e-12}
    one = compare(case.situation, case.situation.masking(mask).keeping(keep), chains=10**6)
    assert {tuple(case.situation.names(chain.documents)) for chain in one.opened} == over_after - over
    assert {tuple(case.situation.names(chain.documents)) for chain in one.closed} == over - over_after
    assert (one.opened_count, one.closed_count) == (len(one.opened), len(one.closed))
    for chain in (*one.opened, *one.closed):
        path = tuple(case.situation.names(chain.documents))
        assert chain.risk_before == pytest.approx(was.get(path, 0.0), abs=1e-9)
        assert chain.risk_after == pytest.approx(becomes.get(path, 0.0), abs=1e-9)
    assert one.before.chains_over_policy == len(over)
    assert one.after.chains_over_policy == len(over_after)
    assert one.after.max_chain_risk == pytest.approx(max(becomes.values(), default=0), abs=1e-9)
    risks = [case.slow.document_risk(d, masked_after) for d in case.slow.documents]
    assert one.after.max_document_risk == pytest.approx(max(risks), abs=1e-9)
    assert case.ids(one.masks_gained) == case.ids(mask)
    assert case.ids(one.masks_lost) == kept


@given(cases(), st.data())
def test_the_corpus_after_is_the_one_that_a_redact_would_find(case, data):
    mask, keep = _drawn(case, data, masked=False), _drawn(case, data, masked=True)
    after = case.situation.masking(mask).keeping(keep)
    found = select(after.incidence, case.policy, "greedy", after.chain_masks).before
    assert after.residual() == pytest.approx(found, abs=1e-12)


@given(cases(), st.data())
def test_choosing_anew_masks_what_redact_would_from_nothing_and_keeps_what_is_to_be_kept(case, data):
    incidence = case.situation.incidence
    nothing = np.zeros(incidence.entities, bool)
    anew = selected_anew(case.situation, case.policy, case.situation.demands)
    fresh = select(incidence.with_masks(nothing), case.policy, "greedy", nothing)
    assert set(np.flatnonzero(anew.incidence.masked)) == {choice.entity for choice in fresh.choices}
    assert anew.residual()[:2] == pytest.approx(fresh.after[:2], abs=1e-12)
    mask, keep = _drawn(case, data, masked=False), _drawn(case, data, masked=True)
    around = selected_anew(case.situation, case.policy, case.situation.demands, mask=mask, keep=keep)
    assert around.incidence.masked[mask].all()
    assert not around.incidence.masked[keep].any()


@given(cases())
def test_nothing_changes_when_nothing_changes(case):
    one = compare(case.situation, case.situation, chains=10)
    assert one.before == one.after
    assert one.opened == one.closed == one.masks_gained == one.masks_lost == one.documents_opened == ()
