"""What-if against the reference, and against a selection that really has those masks."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.explanation.comparison import compare, undecided
from sanon.risk.masks import Masks
from sanon.selection.select import select
from tests import reference
from tests.explanation.masked_cases import cases


def _drawn(case, data, *, masked):
    columns = np.flatnonzero(case.corpus.masks.now.in_documents == masked).tolist()
    return data.draw(st.lists(st.sampled_from(columns), max_size=2, unique=True)) if columns else []


@settings(max_examples=80)
@given(cases(), st.data())
def test_what_comes_over_its_limit_and_what_falls_to_it_are_those_of_the_reference(case, data):
    mask, keep = _drawn(case, data, masked=False), _drawn(case, data, masked=True)
    more, kept, policy = case.ids(mask), case.ids(keep), case.policy
    assume(not case.is_undecided())
    now = tuple((hidden | more) - kept for hidden in case.hidden)
    before_chains = tuple(hidden - kept for hidden in case.before_chains)
    chains = case.chains()
    pre = [case.slow.chain_risk(chain, *hidden) for chain in chains for hidden in (case.before_chains, before_chains)]
    assume(all(min(abs(risk - 0.5), abs(risk - 0.75)) > 1e-9 for risk in pre))
    was = {chain: case.slow.chain_risk(chain, *case.hidden) for chain in chains}
    becomes = {chain: case.slow.chain_risk(chain, *now) for chain in chains}
    over, over_after = (
        reference.over_policy(
            case.slow, policy.edge_threshold, policy.max_chain_length, policy.theta_chain, hidden, early
        )
        for hidden, early in ((case.hidden, case.before_chains), (now, before_chains))
    )
    one = compare(case.corpus, case.corpus.with_labels(mask).without_masks(keep), chains=10**6)
    assert {tuple(chain.documents) for chain in one.opened} == over_after - over
    assert {tuple(chain.documents) for chain in one.closed} == over - over_after
    assert (one.opened_count, one.closed_count) == (len(one.opened), len(one.closed))
    for chain in (*one.opened, *one.closed):
        path = tuple(chain.documents)
        assert chain.risk_before == pytest.approx(was[path], abs=1e-9)
        assert chain.risk_after == pytest.approx(becomes[path], abs=1e-9)
    assert one.before.chains_over_policy == len(over)
    assert one.after.chains_over_policy == len(over_after)
    assert one.after.max_chain_risk == pytest.approx(max(becomes.values(), default=0), abs=1e-9)
    risks = [case.slow.document_risk(d, now[0]) for d in case.slow.documents]
    assert one.after.max_document_risk == pytest.approx(max(risks), abs=1e-9)
    assert {entity.id for entity in one.masks_gained} == more
    assert {entity.id for entity in one.masks_lost} == kept


@given(cases(), st.data())
def test_choosing_anew_masks_what_redact_would_from_nothing_and_keeps_what_is_to_be_kept(case, data):
    corpus = case.corpus
    anew = select(undecided(corpus, case.policy, corpus.demands)).corpus
    fresh = select(corpus.with_masks(Masks.none(corpus.incidence.entities)))
    assert set(np.flatnonzero(anew.masks.now.in_documents)) == {choice.entity for choice in fresh.choices}
    assert vars(anew.summary) == pytest.approx(vars(fresh.after), abs=1e-12)
    mask, keep = _drawn(case, data, masked=False), _drawn(case, data, masked=True)
    around = select(undecided(corpus, case.policy, corpus.demands, mask=mask, keep=keep)).corpus.masks.now.in_documents
    assert around[mask].all()
    assert not around[keep].any()


@given(cases())
def test_nothing_changes_when_nothing_changes(case):
    one = compare(case.corpus, case.corpus, chains=10)
    assert one.before == one.after
    assert one.opened == one.closed == one.masks_gained == one.masks_lost == one.documents_opened == []
