"""Local search, and the strategy that rests on it where a component is large."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sanon.selection import covering
from sanon.selection.local_search import LocalSearch
from sanon.selection.requirement import Cut
from sanon.selection.strategies.optimal import Optimal
from tests import reference
from tests.selection.test_strategies import _candidates, _cheapest, _problem, _violations, whole_costs
from tests.strategies import incidence_of, policies, tables


@st.composite
def _cuts(draw):
    entities = draw(st.lists(st.integers(0, 8), min_size=1, max_size=5, unique=True).map(sorted))
    factors = draw(st.lists(st.integers(1, 4), min_size=len(entities), max_size=len(entities)))
    return Cut(tuple(entities), tuple(map(float, factors)), float(draw(st.integers(1, sum(factors)))))


def _satisfied(cut, some):
    return sum(factor for entity, factor in zip(cut.entities, cut.coefficients, strict=True) if entity in some) >= (
        cut.at_least
    )


@given(
    st.lists(_cuts(), min_size=1, max_size=8),
    st.lists(st.integers(1, 3), min_size=9, max_size=9),
    st.sets(st.integers(0, 8)),
)
def test_what_is_found_satisfies_all_cuts_and_costs_no_more_than_what_did_before(cuts, cost, begin):
    costs, weights = np.array(cost, dtype=float), np.ones(len(cuts))
    found = LocalSearch(costs, cuts, weights, begin).cheapest(30)
    assert all(_satisfied(cut, found) for cut in cuts)
    again = LocalSearch(costs, cuts, weights, found).cheapest(30)
    assert all(_satisfied(cut, again) for cut in cuts)
    assert costs[again].sum() <= costs[found].sum()


def test_exchanges_leave_what_greedy_finds():
    # Entity 2 satisfies four of the six cuts, and each of the others but two: greedy takes it, and needs three.
    holders = [(0, 2), (0, 2), (0, 3), (1, 2), (1, 2), (1, 4)]
    cuts = [Cut(some, (1.0, 1.0), 1.0) for some in holders]
    assert LocalSearch(np.ones(5), cuts, np.ones(6), ()).cheapest(0) == [0, 1, 2]
    assert LocalSearch(np.ones(5), cuts, np.ones(6), ()).cheapest(20) == [0, 1]


@settings(max_examples=40)
@given(tables(documents=5, entities=7, masks=False), policies, whole_costs)
def test_the_bound_is_true_where_a_component_is_too_large_to_be_searched(corpus, policy, cost):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    assume(not slow.undecided(policy.edge_threshold))
    candidates, problem = _candidates(arrays, cost), _problem(arrays, policy, _candidates(arrays, cost))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(covering, "_LARGE", 1)
        patch.setattr(covering, "_HUGE", 1)
        plan = Optimal().plan(problem)
    assert _violations(problem) == []
    cheapest = _cheapest(slow, policy, dict(zip(arrays.entity_ids, cost, strict=False)))
    assert plan.lower_bound - 1e-9 <= cheapest <= candidates.total(plan.entities) + 1e-9
