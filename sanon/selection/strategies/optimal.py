"""Optimal: the cheapest set of entities for all chains together, with a proof.

Risk falls with every mask, so a set of masks fails a chain exactly if it lies inside some maximal set V of the chain's
entities under which the chain stays above its limit. Each such V is a cut: "mask at least one entity outside V". The
cheapest set that meets all cuts found so far (a weighted hitting set, solved by HiGHS) is a lower bound of the cost;
chains that it still fails yield new cuts, until none does (combinatorial Benders cuts: Codato, Fischetti, Operations
Research 54(4), 2006). Cuts that share no entity are separate problems.
"""

from __future__ import annotations

import time
from typing import ClassVar

from pydantic import Field

from sanon.risk.limits import is_above
from sanon.selection.candidates import Candidates
from sanon.selection.chain_evaluator import ChainEvaluator
from sanon.selection.choice import Plan
from sanon.selection.hitting_set import EQUAL, HittingSet
from sanon.selection.strategies.greedy import Greedy, treat
from sanon.selection.strategies.knapsack import Knapsack
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.violations import Violation


class Optimal(Strategy):
    """Masks the cheapest set that brings every chain that can be helped to its limit, and proves it.

    Stops after the time limit with the best set found and its true gap. Never worse than greedy or knapsack, which are
    its first two sets.
    """

    name: ClassVar[str] = "optimal"
    summary: ClassVar[str] = "the cheapest set for all chains together, with a proof of how good it is"

    time_limit: float = Field(default=60.0, ge=0, description="seconds; then the best set found so far is taken")

    def plan(self, problem: Problem) -> Plan:
        """See `Strategy`."""
        deadline = time.monotonic() + self.time_limit
        candidates = problem.candidates
        best = min((one.plan(problem.copy()).entities for one in (Greedy(), Knapsack())), key=candidates.total)
        cuts = HittingSet(candidates)
        lower_bound = 0.0
        while time.monotonic() < deadline and lower_bound < candidates.total(best) - EQUAL:
            chosen, bound = cuts.solve(deadline)
            lower_bound = max(lower_bound, bound)
            feasible = chosen + _separate(cuts, problem, chosen)
            if candidates.total(feasible) < candidates.total(best) - EQUAL:
                best = feasible
        plan = Greedy().plan(problem.only(best))
        return Plan(plan.choices, min(lower_bound, candidates.total(plan.entities)))


def _separate(cuts: HittingSet, problem: Problem, chosen: list[int]) -> list[int]:
    """Add cuts that `chosen` misses, and return what greedy must add to it; nothing if it is feasible."""
    repaired = problem.state.copy()
    for entity in chosen:
        repaired.mask(entity)
    added: list[int] = []
    for chain in problem.chains.worst_first(repaired):
        evaluator = ChainEvaluator(problem.state, chain.documents, chain.links)
        cut = _cut(evaluator, chain, problem.candidates, chosen)
        if cut:
            cuts.add(cut)
            added.extend(choice.entity for choice in treat(repaired, chain, problem.candidates))
    return added


def _cut(evaluator: ChainEvaluator, chain: Violation, candidates: Candidates, chosen: list[int]) -> frozenset[int]:
    """The entities outside a maximal set of masks, with `chosen` inside it, under which the chain fails.

    Entities with little impact go into the set first, so that few with much impact are left for the cut. Empty if
    `chosen` does not fail the chain, or if no mask can help it.
    """
    own = candidates.among(evaluator.unmasked())
    inside = set(chosen).intersection(own)
    for entity in inside:
        evaluator.mask(entity)
    if not is_above(evaluator.risk(), chain.limit):
        return frozenset()
    entities, impacts = evaluator.impacts()
    impact_of = dict(zip(entities.tolist(), impacts.tolist(), strict=True))
    outside = sorted(set(own) - inside, key=lambda entity: (impact_of[entity], entity))
    cut = set()
    for entity in outside:
        evaluator.mask(entity)
        if not is_above(evaluator.risk(), chain.limit):
            evaluator.unmask(entity)
            cut.add(entity)
    return frozenset(cut)
