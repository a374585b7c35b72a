"""The frontier: each point is a selection of its own, and what beats what."""

import pytest
from hypothesis import assume, given, settings

from sanon.explanation.tradeoff import grid, points, with_efficient
from sanon.results.frontier import FrontierPoint
from sanon.selection.demands import Demands
from sanon.settings.policy import Policy
from tests import reference
from tests.strategies import incidence_of, tables


@settings(max_examples=25)
@given(tables(documents=6))
def test_each_point_is_what_the_reference_masks_and_leaves_under_its_policy(corpus):
    arrays, slow = incidence_of(corpus), reference.Corpus.of(corpus)
    policies = grid(Policy(max_chain_length=3), [0.5, 0.2], [0.8], [0.3, 0.6])
    assert [(p.edge_threshold, p.theta_chain) for p in policies] == [(0.2, 0.3), (0.2, 0.6), (0.5, 0.3), (0.5, 0.6)]
    first = reference.document_stage(slow, 0.8, set())
    assume(not any(slow.undecided(threshold) for threshold in (0.2, 0.5)))
    for point in points(arrays, policies, lambda policy: Demands.plain(arrays, policy)):
        second = reference.greedy_chain_stage(slow, point.edge_threshold, 3, point.theta_chain, set(first))
        masked = set(first) | set(second)
        assert (point.masked, point.document_masks, point.chain_masks) == (len(masked), len(first), len(second))
        risks = [slow.document_risk(d, masked) for d in slow.documents]
        assert point.max_document_risk == pytest.approx(max(risks), abs=1e-9)
        for threshold, risk in ((point.edge_threshold, point.max_chain_risk), (0.2, point.common_chain_risk)):
            chains = slow.chains(slow.links(threshold), 3)
            worst = max((slow.chain_risk(chain, masked) for chain in chains), default=0.0)
            assert risk == pytest.approx(worst, abs=1e-9)
        assert (point.documents_over_policy, point.chains_over_policy) == (0, 0)
        assert (point.kept_coarser, point.information_lost) == (0, len(masked))


def _point(cost, document, chain):
    others = FrontierPoint.model_fields.keys() - {"efficient"}
    given = {"cost": cost, "max_document_risk": document, "common_chain_risk": chain, "efficient": False}
    return FrontierPoint(**dict.fromkeys(others, 0) | given)


def test_a_point_is_efficient_unless_another_is_as_good_in_all_and_better_in_one():
    found = [_point(5, 0.9, 0.5), _point(6, 0.9, 0.5), _point(6, 0.9, 0.4), _point(4, 0.9, 0.6), _point(5, 0.9, 0.5)]
    assert [point.efficient for point in with_efficient(found)] == [True, False, True, True, True]
