"""Arrays against the slow reference, on random corpora."""

import dataclasses

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sanon.risk.chains import LinkGraph, enumerate_chains, greatest_risk, hop_risk, worst_chains
from sanon.risk.incidence import Incidence, Whole
from sanon.risk.links import bound_of, candidate_pairs, derive_links
from sanon.risk.masks import Hidden, Masks
from sanon.risk.scores import contribution, document_risk, importance, log_survival, uniqueness
from sanon.risk.survey import AllChains, HopRisks
from sanon.settings.policy import Policy
from tests.reference import Corpus
from tests.strategies import hidden_of, incidence_of, masked_corpus, masks_of, policies, tables


def _masked(corpus):
    return hidden_of(corpus)[0]


@given(tables())
def test_scores_equal_the_reference(corpus):
    arrays, reference = incidence_of(corpus), Corpus.of(corpus)
    masked = _masked(corpus)
    assert uniqueness(arrays) == pytest.approx([reference.uniqueness(e) for e in arrays.entity_ids], abs=1e-9)
    assert importance(arrays) == pytest.approx([reference.importance(e) for e in arrays.entity_ids], abs=1e-9)
    risks = [reference.document_risk(d, masked) for d in arrays.source_ids]
    assert document_risk(arrays, masks_of(corpus).now.in_documents) == pytest.approx(risks, abs=1e-9)


@given(tables(), policies)
def test_the_prefix_filter_finds_exactly_the_links_of_all_pairs(corpus, policy):
    arrays, reference = incidence_of(corpus), Corpus.of(corpus)
    assume(not reference.undecided(policy.edge_threshold))
    links = derive_links(arrays, policy.edge_threshold)
    names = arrays.source_ids
    found = [(names[a], names[b]) for a, b in zip(links.a, links.b, strict=True)]
    assert found == sorted(reference.links(policy.edge_threshold))
    for number, (a, b) in enumerate(found):
        via = {arrays.entity_ids[e] for e in links.via[links.start[number] : links.start[number + 1]]}
        assert via == reference.shared(a, b)
    for hidden, ids in ((Hidden.nothing(arrays.entities), set()), (masks_of(corpus).now, hidden_of(corpus)[1])):
        strengths = [reference.strength(a, b, ids) for a, b in found]
        assert links.strength(hidden.in_links) == pytest.approx(strengths, abs=1e-9)


def test_few_pairs_are_looked_up_that_are_no_links():
    # All a hundred documents share one entity, which is told for certain by one of them alone.
    relevance = np.full(100, 0.1)
    relevance[0] = 1.0
    corpus = Incidence.build(
        [f"d{number:02}" for number in range(100)],
        pd.DataFrame({"id": ["e"], "type": ["NAME"], "weight": [1.0]}),
        pd.DataFrame(
            {"source_id": [f"d{number:02}" for number in range(100)], "entity_id": "e", "relevance": relevance}
        ),
    )
    everywhere = dataclasses.replace(corpus, whole=Whole(10_000, np.array([100]), np.array([1.0])))
    weight, own = -log_survival(importance(everywhere))[corpus.entity], -log_survival(contribution(everywhere))
    found = [
        pair for a, b in candidate_pairs(everywhere, weight, own, bound_of(0.4)) for pair in zip(a, b, strict=True)
    ]
    assert sorted(found) == [(0, number) for number in range(1, 100)]


@given(tables(documents=6), policies, st.sampled_from([0.0, 0.3, 0.6]))
def test_chains_are_all_simple_paths_and_a_minimum_risk_loses_none(corpus, policy, minimum):
    arrays, reference, masked = incidence_of(corpus), Corpus.of(corpus), hidden_of(corpus)
    assume(not reference.undecided(policy.edge_threshold))
    links, hidden = derive_links(arrays, policy.edge_threshold), masks_of(corpus).now
    risk = document_risk(arrays, hidden.in_documents)
    hops = hop_risk(links.strength(hidden.in_links), risk[links.a], risk[links.b])
    graph = LinkGraph.build(arrays.documents, links.a, links.b, hops)
    everything = {
        chain: reference.chain_risk(chain, *masked)
        for chain in reference.chains(reference.links(policy.edge_threshold), policy.max_chain_length)
    }
    found = {
        tuple(arrays.source_ids[d] for d in chain): chain_risk
        for block in enumerate_chains(graph, policy.max_chain_length, minimum)
        for chain, chain_risk in zip(block.documents, block.risk, strict=True)
    }
    near = {chain for chain, r in everything.items() if abs(r - minimum) < 1e-9}
    assert found.keys() | near == {chain for chain, r in everything.items() if r >= minimum} | near
    for chain, chain_risk in found.items():
        assert chain_risk == pytest.approx(everything[chain], abs=1e-9)
    assert greatest_risk(graph, policy.max_chain_length) == pytest.approx(max(everything.values(), default=0), abs=1e-9)


@given(tables(documents=6), st.integers(1, 5))
def test_the_survey_keeps_the_worst_and_counts_all(corpus, limit):
    masked, slow = masked_corpus(corpus, Policy(edge_threshold=0.05, max_chain_length=4)), Corpus.of(corpus)
    assume(not slow.undecided(0.05))
    a, b, arrays = masked.links.a, masked.links.b, masked.incidence
    before = masked.with_masks(Masks(masked.masks.before_chains, masked.masks.before_chains)).state.hop()
    unmasked = masked.with_masks(Masks.none(arrays.entities)).state.hop()
    hops = HopRisks(unmasked, before, masked.state.hop())
    whole, part = map(AllChains(arrays.documents, a, b, hops, masked.limits, 4).survey, (None, limit))
    assert whole.count == len(whole.worst) == part.count
    assert (whole.by_category, whole.over_policy) == (part.by_category, part.over_policy)
    assert whole.over_policy == masked.summary.chains_over_policy
    assert part.worst == whole.worst[:limit]
    found = [(chain.documents, chain.residual_risk) for chain in part.worst]
    assert [documents for documents, _ in found] == [d for d, _ in worst_chains(masked.graph, 4, limit)]
    residual = [chain.residual_risk for chain in whole.worst]
    assert residual == pytest.approx(sorted(residual, reverse=True), abs=1e-12)
    assert whole.by_category["HIGH"] == sum(chain.pre_risk >= 0.75 for chain in whole.worst)
    for chain in whole.worst:
        names = tuple(masked.names(chain.documents))
        assert chain.risk == pytest.approx(slow.chain_risk(names, set()), abs=1e-9)
        assert chain.residual_risk == pytest.approx(slow.chain_risk(names, *hidden_of(corpus)), abs=1e-9)
        before_chains = hidden_of(corpus, before_chains=True)
        assert chain.pre_risk == pytest.approx(slow.chain_risk(names, *before_chains), abs=1e-9)


@given(tables(masks=False), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_bit(corpus, random):
    def shuffled(frame):
        order = list(range(len(frame)))
        random.shuffle(order)
        return frame.iloc[order]

    one, other = incidence_of(corpus), incidence_of({name: shuffled(frame) for name, frame in corpus.items()})
    assert one.source_ids == other.source_ids
    nothing = np.zeros(one.entities, bool)
    assert np.array_equal(document_risk(one, nothing), document_risk(other, nothing))
    assert np.array_equal(derive_links(one, 0.2).log_survival, derive_links(other, 0.2).log_survival)
