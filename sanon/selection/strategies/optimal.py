"""Optimal: the cheapest set of entities for all documents and chains together, with a proof.

Risk falls with every mask, so a set of masks fails a chain exactly if it lies inside some maximal set V of the chain's
entities under which the chain stays above its limit. Each such V is a cut: "mask at least one entity outside V"
(combinatorial Benders cuts: Codato, Fischetti, Operations Research 54(4), 2006). Digits add up, so what they require is
a cut as it is: "the digits of the masked reach the excess". The cheapest set that satisfies all cuts found so far (a
covering problem, solved by HiGHS) is a lower bound of the cost; what it still fails yields new cuts, until nothing
does. Cuts that share no entity are separate problems.
"""

from __future__ import annotations

import time
from typing import ClassVar

from pydantic import Field

from sanon.selection.choice import Plan
from sanon.selection.covering import EQUAL, Covering
from sanon.selection.strategies.greedy import Greedy, treat
from sanon.selection.strategies.knapsack import Knapsack
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.worst_first import worst_first


class Optimal(Strategy):
    """Masks the cheapest set that brings everything that can be helped to its limit, and proves it.

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
        cuts = Covering(candidates)
        lower_bound = 0.0
        while time.monotonic() < deadline and lower_bound < candidates.total(best) - EQUAL:
            chosen, bound = cuts.solve(deadline)
            lower_bound = max(lower_bound, bound)
            feasible = chosen + _separate(cuts, problem, chosen)
            if candidates.total(feasible) < candidates.total(best) - EQUAL:
                best = feasible
        plan = Greedy().plan(problem.only(best))
        return Plan(plan.choices, min(lower_bound, candidates.total(plan.entities)))


def _separate(cuts: Covering, problem: Problem, chosen: list[int]) -> list[int]:
    """Add cuts that `chosen` misses, and return what greedy must add to it; nothing if it is sufficient."""
    repaired = problem.state.copy()
    repaired.mask_all(chosen)
    added: list[int] = []
    for requirement in problem.requirements:
        for violation in worst_first(requirement, repaired):
            evaluator = requirement.evaluator(problem.state, violation)
            cut = evaluator.cut(violation.limit, problem.candidates, chosen)
            if cut:
                cuts.add(cut)
                added.extend(choice.entity for choice in treat(repaired, requirement, violation, problem.candidates))
    return added
