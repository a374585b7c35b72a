"""Knapsack and optimal: against exhaustive search, and against what must always hold."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.errors import ConfigurationError
from sanon.risk.incidence import Incidence
from sanon.risk.limits import ChainLimits
from sanon.risk.links import derive_links
from sanon.risk.masks import Hidden
from sanon.selection.candidates import Candidates, costs
from sanon.selection.chain_risks import ChainEvaluator, ChainRisks
from sanon.selection.masking_state import ChainState
from sanon.selection.requirement import Evaluator
from sanon.selection.select import select
from sanon.selection.strategies.knapsack import STEPS, cheapest_cover
from sanon.selection.strategies.optimal import Optimal
from sanon.selection.strategy import STRATEGIES, Problem, strategy_of
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from tests import reference
from tests.strategies import incidence_of, masked_corpus, policies, tables

whole_costs = st.lists(st.integers(1, 5), min_size=12, max_size=12)


EVERY_STRATEGY = [one() for one in STRATEGIES.classes.values()]
strategies = st.sampled_from(EVERY_STRATEGY)


def _problem(arrays, policy, candidates):
    links = derive_links(arrays, policy.edge_threshold)
    state = ChainState(arrays, Hidden.nothing(arrays.entities), links)
    return Problem(state, (ChainRisks(ChainLimits(state.hop(), policy), policy.max_chain_length),), candidates)


def _candidates(arrays, cost):
    return Candidates(np.ones(arrays.entities, bool), np.array(cost[: arrays.entities], dtype=float))


def _violations(problem):
    found = (one for requirement in problem.requirements for one in requirement.violations(problem.state))
    return [violation for block in found for violation in block]


def _cheapest(slow, policy, cost):
    """Exhaustive search over all sets of entities."""
    chains = slow.chains(slow.links(policy.edge_threshold), policy.max_chain_length)
    limits = {chain: reference.limit(slow.chain_risk(chain, set()), policy.theta_chain) for chain in chains}
    entities = sorted({e for chain in chains for d in chain for e in slow.documents[d]})
    return min(
        sum(cost[e] for e in some)
        for size in range(len(entities) + 1)
        for some in itertools.combinations(entities, size)
        if all(slow.chain_risk(chain, set(some)) <= limits[chain] + 1e-12 for chain in chains)
    )


@settings(max_examples=60)
@given(tables(documents=5, entities=7, masks=False), policies, whole_costs)
def test_optimal_costs_what_exhaustive_search_finds_cheapest(corpus, policy, cost):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    assume(not slow.undecided(policy.edge_threshold))
    candidates = _candidates(arrays, cost)
    plan = Optimal().plan(_problem(arrays, policy, candidates))
    cheapest = _cheapest(slow, policy, dict(zip(arrays.entity_ids, cost, strict=False)))
    assert candidates.total(plan.entities) == pytest.approx(cheapest)
    assert plan.lower_bound == pytest.approx(cheapest)


@given(tables(documents=7, masks=False), policies, whole_costs)
def test_every_strategy_meets_the_limits_and_none_is_cheaper_than_optimal(corpus, policy, cost):
    arrays = incidence_of(corpus)
    candidates = _candidates(arrays, cost)
    spent = {}
    for strategy in EVERY_STRATEGY:
        problem = _problem(arrays, policy, candidates)
        plan = strategy.plan(problem)
        assert _violations(problem) == []
        assert len(set(plan.entities)) == len(plan.entities)
        assert set(plan.entities) == set(np.flatnonzero(problem.state.in_links))
        spent[strategy.name] = candidates.total(plan.entities)
    assert spent["optimal"] <= min(spent.values()) + 1e-9


@given(tables(documents=7, masks=False), policies, whole_costs)
def test_a_time_limit_of_nothing_leaves_a_feasible_set_and_a_true_bound(corpus, policy, cost):
    arrays = incidence_of(corpus)
    candidates = _candidates(arrays, cost)
    problem = _problem(arrays, policy, candidates)
    hurried = Optimal(time_limit=0.0).plan(problem)
    assert _violations(problem) == []
    proven = Optimal().plan(_problem(arrays, policy, candidates))
    assert hurried.lower_bound <= candidates.total(proven.entities) <= candidates.total(hurried.entities) + 1e-9


@settings(max_examples=60)
@given(tables(documents=5, entities=7, masks=False), policies, st.data())
def test_every_sufficient_set_of_masks_satisfies_every_cut_and_the_chosen_ones_do_not(corpus, policy, data):
    arrays = incidence_of(corpus)
    problem = _problem(arrays, policy, _candidates(arrays, [1] * 7))
    values = {e: data.draw(st.sampled_from([0.0, 0.3, 0.6, 1.0])) for e in range(arrays.entities)}
    chosen = {entity for entity, value in values.items() if value == 1.0}
    for violation in _violations(problem)[:3]:
        cuts = list(
            problem.requirements[0]
            .evaluator(problem.state, violation)
            .cuts(violation.limit, problem.candidates, values)
        )
        own = problem.requirements[0].evaluator(problem.state, violation).unmasked()
        for some in (set(some) for size in range(len(own) + 1) for some in itertools.combinations(own, size)):
            value = problem.requirements[0].evaluator(problem.state, violation).value_without(sorted(some))
            if value <= violation.limit:
                assert all(len(some.intersection(cut.entities)) >= cut.at_least for cut in cuts)
        assert not any(chosen.intersection(cut.entities) for cut in cuts)


@given(tables(documents=7, masks=False), policies, strategies)
def test_what_must_not_be_masked_is_not(corpus, policy, strategy):
    arrays = incidence_of(corpus)
    allowed = np.arange(arrays.entities) % 3 != 0
    problem = _problem(arrays, policy, Candidates(allowed, np.ones(arrays.entities)))
    everything = problem.state.copy()
    assert all(allowed[strategy.plan(problem).entities])
    # What is still above its limit cannot be helped: not even with everything masked that may be.
    for entity in np.flatnonzero(allowed):
        everything.mask(int(entity))
    for chain in _violations(problem):
        assert everything.chain_risk(chain.documents, chain.links) > chain.limit


@given(tables(documents=6), policies, st.data())
def test_tentative_masks_give_the_risk_that_the_masks_would_give(corpus, policy, data):
    state = masked_corpus(corpus, policy).state
    assume(len(state.links.a))
    documents, links = (int(state.links.a[0]), int(state.links.b[0])), (0,)
    evaluator = ChainEvaluator(state, documents, links)
    some = data.draw(st.lists(st.sampled_from(evaluator.unmasked()), unique=True)) if evaluator.unmasked() else []
    for entity in some:
        before = evaluator.value()
        impact = evaluator.impacts()[entity]
        evaluator.mask(entity)
        assert evaluator.value() == pytest.approx(before - impact, abs=1e-12)
    real = state.copy()
    for entity in some:
        real.mask(entity)
    assert evaluator.value() == pytest.approx(real.chain_risk(documents, links), abs=1e-12)
    for entity in some:
        evaluator.unmask(entity)
    assert evaluator.value() == pytest.approx(state.chain_risk(documents, links), abs=1e-12)


@given(tables(documents=6), policies, st.sampled_from([1, 2]), st.floats(0.05, 0.8))
def test_cuts_in_arrays_leave_out_what_one_mask_after_the_other_leaves_out(corpus, policy, masks, share):
    state = masked_corpus(corpus, policy).state
    assume(len(state.links.a))
    evaluator = ChainEvaluator(state, (int(state.links.a[0]), int(state.links.b[0])), (0,))
    order, limit = evaluator.unmasked(), share * evaluator.value()
    assert evaluator._outside(order, masks, limit) == Evaluator._outside(evaluator, order, masks, limit)


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(1, 9)), min_size=1, max_size=9), st.integers(1, 60))
def test_the_cover_is_the_cheapest_that_reaches_what_is_needed(items, needed):
    impacts, prices = (np.array(column, dtype=float) for column in zip(*items, strict=True))
    chosen = cheapest_cover(impacts, prices, float(needed))
    steps = np.maximum((impacts / needed * STEPS).astype(int), 1)
    if steps.sum() <= STEPS:
        assert chosen == list(range(len(items)))
        return
    covers = [
        some
        for size in range(len(items) + 1)
        for some in itertools.combinations(range(len(items)), size)
        if steps[list(some)].sum() >= STEPS
    ]
    assert steps[chosen].sum() >= STEPS
    assert prices[chosen].sum() == min(prices[list(some)].sum() for some in covers)


def test_two_weak_entities_beat_one_that_costs_three():
    # By hand: 0.5 + 0.5 reach 1 for a cost of 2; the single item of 1.0 costs 3.
    assert cheapest_cover(np.array([1.0, 0.5, 0.5]), np.array([3.0, 1.0, 1.0]), 1.0) == [1, 2]


def test_costs_are_one_or_mentions_or_a_weight_of_the_type():
    entities = pd.DataFrame([("x", "NAME", 1.0), ("y", "AGE", 0.5)], columns=["id", "type", "weight"])
    mentions = pd.DataFrame(
        [("a", "x", 1.0), ("b", "x", 1.0), ("b", "y", 1.0)], columns=["source_id", "entity_id", "relevance"]
    )
    arrays = Incidence.build(["a", "b"], entities, mentions)
    assert costs(arrays, "entities").tolist() == [1, 1]
    assert costs(arrays, "mentions").tolist() == [2, 1]
    assert costs(arrays, "mentions", {"NAME": 0.25}).tolist() == [0.5, 1]
    with pytest.raises(ConfigurationError):
        costs(arrays, "entities", {"AGE": 0.0})
    with pytest.raises(ConfigurationError):
        costs(arrays, "beauty")


@given(tables(documents=6, masks=False), policies, strategies)
def test_a_selection_reports_its_cost_and_a_gap_where_there_is_a_proof(corpus, policy, strategy):
    selection = select(masked_corpus(corpus, policy), strategy)
    assert selection.met
    assert selection.cost == len(selection.choices)
    if isinstance(strategy, Optimal):
        assert selection.gap == pytest.approx(0.0, abs=1e-9)
    else:
        assert selection.gap is None


@pytest.mark.parametrize("strategy", EVERY_STRATEGY, ids=STRATEGIES.names)
def test_two_certain_identifiers_that_hide_each_other_are_both_masked_when_nothing_else_may(strategy):
    # a and b share a clinic that must stay: u = ln 2 / ln 4 = 0.5, so strength = 0.5 · 0.8 = 0.4. a holds two names
    # with c = 1 each, so R(a) stays 1 until both are masked. hop = 0.4 · (1 + (1 + 0.4)/2)/2 = 0.34; without the names
    # R(a) = 0.4 too, and the hop is 0.4 · (1 + 0.4)/2 = 0.28.
    entities = pd.DataFrame(
        [("clinic", "PROVIDER", 0.8), ("name1", "NAME", 1.0), ("name2", "NAME", 1.0)],
        columns=["id", "type", "weight"],
    )
    mentions = pd.DataFrame(
        [("a", "clinic", 1.0), ("b", "clinic", 1.0), ("a", "name1", 1.0), ("a", "name2", 1.0)],
        columns=["source_id", "entity_id", "relevance"],
    )
    arrays = Incidence.build(["a", "b", "c"], entities, mentions)
    policy = Policy(edge_threshold=0.3, theta_chain=0.3)
    problem = _problem(arrays, policy, Candidates(np.array([False, True, True]), np.ones(3)))
    assert problem.state.chain_risk((0, 1), (0,)) == pytest.approx(0.34)
    assert sorted(strategy.plan(problem).entities) == [1, 2]
    assert problem.state.chain_risk((0, 1), (0,)) == pytest.approx(0.28)


@settings(max_examples=30)
@given(tables(documents=6, masks=False), policies, strategies)
def test_comparing_says_what_the_others_cost_when_they_are_chosen(corpus, policy, strategy):
    plain = masked_corpus(corpus, policy)
    compared = select(plain, strategy, [one for one in EVERY_STRATEGY if one is not strategy])
    alone = {one.name: select(plain, one).cost for one in EVERY_STRATEGY}
    assert compared.cost_of_others | {strategy.name: compared.cost} == alone


def test_a_strategy_takes_the_settings_that_it_has_a_field_for():
    masking = Masking(strategy="optimal", time_limit=3.0)
    assert strategy_of(masking) == Optimal(time_limit=3.0)
    assert strategy_of(masking, "greedy").model_dump() == {}
    with pytest.raises(ConfigurationError, match="did you mean greedy"):
        strategy_of(Masking(strategy="gredy"))
