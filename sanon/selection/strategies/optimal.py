"""Optimal: the cheapest set of entities for all documents and chains together, with a proof.

Risk falls with every mask, so a set of masks fails a chain exactly if it lies inside some maximal set V of the chain's
entities under which the chain stays above its limit. Each such V is a cut: "mask at least one entity outside V"
(combinatorial Benders cuts: Codato, Fischetti, Operations Research 54(4), 2006). Digits add up, so what they require is
a cut as it is: "the digits of the masked reach the excess". The cheapest set that satisfies all cuts found so far (a
covering problem, solved by HiGHS) is a lower bound of the cost; what it still fails yields new cuts, until nothing
does. Cuts that share no entity are separate problems. What is chosen, completed by greedy, is an upper bound; where a
component is too large to be searched in whole numbers, local search finds better ones, and cuts with them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from sanon.selection.choice import Plan
from sanon.selection.covering import EQUAL, Covering
from sanon.selection.requirement import CHOSEN, Worth
from sanon.selection.strategies.greedy import Greedy, treat
from sanon.selection.strategies.knapsack import Knapsack
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.violations import Violation
from sanon.selection.worst_first import worst_first

_LOG = logging.getLogger(__name__)
#: Times that cuts are added and what is cheapest is solved again, at most.
_ROUNDS = 100
#: Where the bound rises by less than this factor in so many rounds, the relaxation has told what it can.
_RISE, _WITHIN = 1.001, 4
#: What an impact weighs of an entity that is not chosen, against 1 more of one that is; fitted on 1,000 documents.
_UNCHOSEN = 0.3
#: Local searches one after the other, and exchanges in each; fitted on 10,000 documents.
_SEARCHES, _STEPS = 20, 4_000
#: A bound that is nearer to the cost than this share is enough where a component is too large to be searched.
_NEAR = 0.0025
_LATE = "the strategy optimal was stopped after %g seconds: on a faster machine other masks may be found; --time-limit"


class Optimal(Strategy):
    """Masks the cheapest set that brings everything that can be helped to its limit, and proves it.

    The relaxation, in which entities are chosen in part, is solved first, until new cuts hardly raise its bound, then
    the problem in whole numbers; a large component gets a local search, and a bound that is near. What ends the search
    is counted in cuts, rounds and nodes, not in seconds, so that a corpus has the same masks on every machine; the time
    limit is for emergencies, and said. Never worse than greedy or knapsack, which are the first two sets.
    """

    name: ClassVar[str] = "optimal"
    summary: ClassVar[str] = "the cheapest set for all chains together, with a proof of how good it is"

    time_limit: float = Field(default=600.0, ge=0, description="seconds after which it stops in any case")

    def plan(self, problem: Problem) -> Plan:
        """See `Strategy`."""
        deadline = time.monotonic() + self.time_limit
        candidates = problem.candidates
        best = min((one.plan(problem.copy()).entities for one in (Greedy(), Knapsack())), key=candidates.total)
        cuts = Covering(candidates)
        lower_bound, whole, bounds = 0.0, False, [0.0]
        for _ in range(_ROUNDS):
            if lower_bound >= candidates.total(best) - EQUAL:
                break
            if time.monotonic() >= deadline:
                _LOG.warning(_LATE, self.time_limit)
                break
            known, covered = len(cuts), cuts.solve(deadline, whole=whole)
            lower_bound = max(lower_bound, covered.bound)
            bounds.append(lower_bound)
            rises = len(bounds) <= _WITHIN or lower_bound > bounds[-1 - _WITHIN] * _RISE
            chosen = [entity for entity, value in sorted(covered.values.items()) if value > CHOSEN]
            feasible = chosen + _separate(cuts, problem, covered.values, chosen)
            if candidates.total(feasible) < candidates.total(best) - EQUAL:
                best = feasible
            if whole and (len(cuts) == known or not (rises or covered.finished)):
                break
            whole = whole or len(cuts) == known or not rises
            if whole and cuts.is_large:
                if not covered.finished and candidates.total(best) - lower_bound <= _NEAR * candidates.total(best):
                    break
                best = _searched(cuts, problem, best, deadline)
        plan = Greedy().plan(problem.only(best))
        return Plan(plan.choices, min(lower_bound, candidates.total(plan.entities)))


def _searched(cuts: Covering, problem: Problem, best: list[int], deadline: float) -> list[int]:
    """The cheapest sufficient set that local search finds; cuts that the others miss are added."""
    chosen = best
    for _ in range(_SEARCHES):
        if time.monotonic() >= deadline:
            break
        chosen = cuts.search(chosen, _STEPS)
        sufficient = chosen + _separate(cuts, problem, dict.fromkeys(chosen, 1.0), chosen)
        best = min(best, sufficient, key=problem.candidates.total)
    return best


def _separate(cuts: Covering, problem: Problem, values: Mapping[int, float], chosen: list[int]) -> list[int]:
    """Add cuts that `chosen` misses, and return what greedy must add to it; nothing if it is sufficient."""
    repaired = problem.state.copy()
    repaired.mask_all(chosen)
    worth, added = _Guided(values), list[int]()
    for requirement in problem.requirements:
        for violation in worst_first(requirement, repaired):
            evaluator = requirement.evaluator(problem.state, violation)
            missed = list(evaluator.cuts(violation.limit, problem.candidates, values))
            for cut in missed:
                cuts.add(cut)
            if missed:
                choices = treat(repaired, requirement, violation, problem.candidates, worth)
                added.extend(choice.entity for choice in choices)
    return added


class _Guided(Worth):
    """The impact, weighed by how far an entity is chosen, in [0, 1]; what is not named is not."""

    def __init__(self, values: Mapping[int, float]) -> None:
        self._values = values

    def of(self, violation: Violation, impacts: Mapping[int, float]) -> Mapping[int, float]:
        """See `Worth`."""
        return {one: impact * (_UNCHOSEN + self._values.get(one, 0.0)) for one, impact in impacts.items()}
