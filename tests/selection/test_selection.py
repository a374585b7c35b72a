"""What is masked, against the slow reference and against what must always hold."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings

from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk
from sanon.selection.candidates import Candidates
from sanon.selection.corpus_state import ChainState, CorpusState
from sanon.selection.document_stage import document_stage
from sanon.selection.greedy import greedy
from sanon.selection.select import select
from sanon.selection.violations import ChainLimits
from sanon.settings.policy import Policy
from tests import reference
from tests.strategies import incidence_of, policies, tables


def _none(arrays):
    return np.zeros(arrays.entities, bool)


def _ids(arrays, choices):
    return [arrays.entity_ids[choice.entity] for choice in choices]


@given(tables(masks=False), policies)
def test_the_document_stage_masks_what_the_reference_masks(corpus, policy):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    risks = [slow.document_risk(d, set()) for d in slow.documents]
    assume(all(abs(risk - policy.theta_doc) > 1e-9 for risk in risks) or policy.theta_doc in (0.0, 1.0))
    limits, allowed = np.full(arrays.documents, policy.theta_doc), np.ones(arrays.entities, bool)
    choices = document_stage(CorpusState(arrays, _none(arrays)), limits, allowed)
    assert _ids(arrays, choices) == reference.document_stage(slow, policy.theta_doc, set())


@settings(max_examples=60)
@given(tables(documents=6, masks=False), policies)
def test_the_greedy_chain_stage_masks_what_the_reference_masks(corpus, policy):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    first = reference.document_stage(slow, policy.theta_doc, set())
    assume(not slow.undecided(policy.edge_threshold, set(first)))
    selection = select(arrays, policy, "greedy", _none(arrays))
    links = slow.links(policy.edge_threshold, set(first))
    assert _ids(arrays, selection.choices) == first + reference.greedy_chain_stage(
        slow, links, policy.max_chain_length, policy.theta_chain, set(first)
    )


@given(tables(documents=6), policies)
def test_afterwards_every_document_and_chain_is_under_its_limit(corpus, policy):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    before = {arrays.entity_ids[e] for e in np.flatnonzero(arrays.masked)}
    selection = select(arrays, policy, "greedy", _none(arrays))
    after_documents = before | {arrays.entity_ids[c.entity] for c in selection.choices if c.stage == "document"}
    after = before | set(_ids(arrays, selection.choices))
    assert all(slow.document_risk(d, after) <= policy.theta_doc + 1e-9 for d in slow.documents)
    assume(not slow.undecided(policy.edge_threshold, after_documents))
    for chain in slow.chains(slow.links(policy.edge_threshold, after_documents), policy.max_chain_length):
        was, now = slow.chain_risk(chain, after_documents), slow.chain_risk(chain, after)
        if min(abs(was - 0.5), abs(was - 0.75)) > 1e-9:
            assert now <= reference.limit(was, policy.theta_chain) + 1e-9
    assert selection.met
    assert selection.after.chains_over_policy == 0


@given(tables(), policies)
def test_masking_an_entity_never_raises_a_risk(corpus, policy):
    arrays = incidence_of(corpus)
    links = derive_links(arrays, policy.edge_threshold, _none(arrays))
    state = ChainState(arrays, _none(arrays), links)
    for entity in range(arrays.entities):
        risk, strength, hop = state.document_risk.copy(), state.strength.copy(), state.hop()
        state.mask(entity)
        # The order of a sum may change with a mask: rounding, and no more.
        assert (state.document_risk <= risk + 1e-15).all()
        assert (state.strength <= strength + 1e-15).all()
        assert (state.hop() <= hop + 1e-15).all()
    assert state.document_risk.max(initial=0) == 0


@given(tables(), policies)
def test_masks_one_by_one_leave_what_masks_at_once_leave(corpus, policy):
    arrays = incidence_of(corpus)
    links = derive_links(arrays, policy.edge_threshold, _none(arrays))
    state = ChainState(arrays, _none(arrays), links)
    for entity in np.flatnonzero(arrays.masked):
        state.mask(int(entity))
    assert np.allclose(state.document_risk, document_risk(arrays, arrays.masked), atol=1e-12)
    assert np.allclose(state.strength, links.strength(arrays.masked), atol=1e-12)


@given(tables(documents=6), policies)
def test_the_impact_of_an_entity_is_what_masking_it_takes_from_the_chain(corpus, policy):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    masked = {arrays.entity_ids[e] for e in np.flatnonzero(arrays.masked)}
    state = ChainState(arrays, arrays.masked, derive_links(arrays, policy.edge_threshold, arrays.masked))
    for link, (a, b) in enumerate(zip(state.links.a, state.links.b, strict=True)):
        names = (arrays.source_ids[a], arrays.source_ids[b])
        entities, impacts = state.impacts([a, b], [link])
        assert {arrays.entity_ids[e] for e in entities} == {e for d in names for e in slow.documents[d]} - masked
        for entity, impact in zip(entities, impacts, strict=True):
            left = slow.chain_risk(names, masked | {arrays.entity_ids[entity]})
            assert abs(impact - (slow.chain_risk(names, masked) - left)) < 1e-9


@given(tables(documents=7, masks=False), policies)
def test_holding_one_chain_at_a_time_masks_what_holding_all_masks(corpus, policy):
    arrays = incidence_of(corpus)
    links = derive_links(arrays, policy.edge_threshold, _none(arrays))

    def masked(chains_held):
        state = ChainState(arrays, _none(arrays), links)
        everything = Candidates(np.ones(arrays.entities, bool), np.ones(arrays.entities))
        return greedy(state, ChainLimits(state, policy), policy, everything, chains_held).entities

    assert masked(1) == masked(10**6)


@given(tables(documents=7, masks=False), policies)
def test_a_second_run_finds_nothing_to_do(corpus, policy):
    arrays = incidence_of(corpus)
    first = select(arrays, policy, "greedy", _none(arrays))
    masked, by_chain = _none(arrays), _none(arrays)
    for choice in first.choices:
        masked[choice.entity] = True
        by_chain[choice.entity] = choice.stage == "chain"
    second = select(arrays.with_masks(masked), policy, "greedy", by_chain)
    assert second.choices == []
    assert second.after == pytest.approx(first.after, abs=1e-12)


def test_a_corpus_without_documents_needs_no_mask():
    nothing = pd.DataFrame(columns=["id", "type", "weight", "masked", "source_id", "entity_id", "relevance"])
    selection = select(Incidence.build([], nothing, nothing), Policy(), "greedy", np.zeros(0, bool))
    assert selection.choices == []
    assert selection.after == (0.0, 0.0, 0)
