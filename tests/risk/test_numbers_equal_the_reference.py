"""Arrays against the slow reference, on random corpora."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sanon.risk.chains import LinkGraph, enumerate_chains, greatest_risk, hop_risk, survey, worst_chains
from sanon.risk.links import derive_links
from sanon.risk.scores import document_risk, importance, uniqueness
from tests.reference import Corpus
from tests.strategies import incidence_of, policies, tables


def _masked(corpus):
    return set(corpus["entities"].loc[corpus["entities"]["masked"].astype(bool), "id"])


@given(tables())
def test_scores_equal_the_reference(corpus):
    arrays, reference = incidence_of(corpus), Corpus.of(corpus)
    masked = _masked(corpus)
    assert uniqueness(arrays) == pytest.approx([reference.uniqueness(e) for e in arrays.entity_ids], abs=1e-9)
    assert importance(arrays) == pytest.approx([reference.importance(e) for e in arrays.entity_ids], abs=1e-9)
    risks = [reference.document_risk(d, masked) for d in arrays.source_ids]
    assert document_risk(arrays, arrays.masked) == pytest.approx(risks, abs=1e-9)


@given(tables(), policies)
def test_the_prefix_filter_finds_exactly_the_links_of_all_pairs(corpus, policy):
    arrays, reference, masked = incidence_of(corpus), Corpus.of(corpus), _masked(corpus)
    assume(not reference.undecided(policy.edge_threshold, masked))
    links = derive_links(arrays, policy.edge_threshold, arrays.masked)
    names = arrays.source_ids
    found = [(names[a], names[b]) for a, b in zip(links.a, links.b, strict=True)]
    assert found == sorted(reference.links(policy.edge_threshold, masked))
    for number, (a, b) in enumerate(found):
        via = {arrays.entity_ids[e] for e in links.via[links.start[number] : links.start[number + 1]]}
        assert via == reference.shared(a, b)
    strengths = [reference.strength(a, b, masked) for a, b in found]
    assert links.strength(arrays.masked) == pytest.approx(strengths, abs=1e-9)


@given(tables(documents=6), policies, st.sampled_from([0.0, 0.3, 0.6]))
def test_chains_are_all_simple_paths_and_a_minimum_risk_loses_none(corpus, policy, minimum):
    arrays, reference, masked = incidence_of(corpus), Corpus.of(corpus), _masked(corpus)
    assume(not reference.undecided(policy.edge_threshold, masked))
    links = derive_links(arrays, policy.edge_threshold, arrays.masked)
    risk = document_risk(arrays, arrays.masked)
    hops = hop_risk(links.strength(arrays.masked), risk[links.a], risk[links.b])
    graph = LinkGraph.build(arrays.documents, links.a, links.b, hops)
    everything = {
        chain: reference.chain_risk(chain, masked)
        for chain in reference.chains(reference.links(policy.edge_threshold, masked), policy.max_chain_length)
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
    arrays = incidence_of(corpus)
    links = derive_links(arrays, 0.05, arrays.masked)
    graph = LinkGraph.build(arrays.documents, links.a, links.b, links.strength(arrays.masked))
    whole, part = survey(graph, 4, None), survey(graph, 4, limit)
    assert whole.count == len(whole.worst) == part.count
    assert whole.by_category == part.by_category
    assert part.worst == worst_chains(graph, 4, limit) == whole.worst[:limit]
    risks = [risk for _, risk in whole.worst]
    assert risks == sorted(risks, reverse=True)
    assert whole.by_category["HIGH"] == sum(risk >= 0.75 for risk in risks)


@given(tables(masks=False), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_bit(corpus, random):
    def shuffled(frame):
        order = list(range(len(frame)))
        random.shuffle(order)
        return frame.iloc[order]

    one, other = incidence_of(corpus), incidence_of({name: shuffled(frame) for name, frame in corpus.items()})
    assert one.source_ids == other.source_ids
    assert np.array_equal(document_risk(one, one.masked), document_risk(other, other.masked))
    assert np.array_equal(
        derive_links(one, 0.2, one.masked).log_survival, derive_links(other, 0.2, other.masked).log_survival
    )
