"""Knapsack: for the worst chain, the cheapest entities whose impacts add up to what it must lose.

A 0/1 covering knapsack solved by dynamic programming over discretised impacts (Zhou 2025, section 4.2.4; Kellerer,
Pferschy, Pisinger, "Knapsack Problems", 2004, section 13.3.3 for the covering form). Impacts do not simply add, so the
true risk decides: what is missing is chosen again from what is left, and what turned out unnecessary is left unmasked.
"""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sanon.risk.incidence import Floats
from sanon.risk.limits import is_above
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Choice, Plan
from sanon.selection.requirement import Evaluator
from sanon.selection.strategies.greedy import treat
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.worst_first import worst_first

#: Steps into which the needed reduction is cut; impacts are rounded down, so a cover on paper is one in truth.
STEPS = 1_000


class Knapsack(Strategy):
    """Masks, in the worst chain, the cheapest set that brings it to its limit, until no chain is above its limit.

    Cost: as `Greedy`, and for each chain treated the number of its entities times STEPS.
    """

    name: ClassVar[str] = "knapsack"
    summary: ClassVar[str] = "in each chain the cheapest set that lowers its risk enough"

    def plan(self, problem: Problem) -> Plan:
        """See `Strategy`."""
        state, candidates = problem.state, problem.candidates
        choices: list[Choice] = []
        for requirement in problem.requirements:
            for violation in worst_first(requirement, state):
                cover = _cover_of(requirement.evaluator(state, violation), violation.limit, candidates)
                choices.extend(treat(state, requirement, violation, candidates.only(cover)))
        return Plan(choices)


def _cover_of(evaluator: Evaluator, limit: float, candidates: Candidates) -> list[int]:
    """A cheap set of entities that brings a value to its limit, as far as that can be done."""
    chosen: list[int] = []
    while is_above(evaluator.value(), limit):
        useful = {entity: impact for entity, impact in evaluator.useful(candidates).items() if impact > 0}
        if not useful:
            break
        entities, impacts = list(useful), np.array(list(useful.values()))
        for position in cheapest_cover(impacts, candidates.cost[entities], evaluator.value() - limit):
            evaluator.mask(entities[position])
            chosen.append(entities[position])
    # Impacts that hide each other add up to too little, and the cover takes too many: the least useful go first.
    for entity in sorted(chosen, key=lambda e: (evaluator.weight(e) / candidates.cost[e], e)):
        evaluator.unmask(entity)
        if is_above(evaluator.value(), limit):
            evaluator.mask(entity)
        else:
            chosen.remove(entity)
    return chosen


def cheapest_cover(impacts: Floats, costs: Floats, needed: float) -> list[int]:
    """Positions of the cheapest items whose impacts reach `needed`; all of them if that is not enough.

    Impacts are cut into STEPS and rounded down, but never to nothing. Ties: earlier positions.

    Args:
        impacts: greater than 0; (n,).
        costs: greater than 0; (n,).
        needed: greater than 0.
    """
    steps = np.maximum((impacts / needed * STEPS).astype(np.int64), 1)
    if steps.sum() <= STEPS:
        return list(range(len(impacts)))
    cheapest = np.full(STEPS + 1, np.inf)
    cheapest[0] = 0.0
    taken = np.zeros((len(impacts), STEPS + 1), dtype=np.bool_)
    levels = np.arange(STEPS + 1)
    for item, (step, cost) in enumerate(zip(steps, costs, strict=True)):
        with_item = cheapest[np.maximum(levels - step, 0)] + cost
        with_item[0] = np.inf
        taken[item] = with_item < cheapest - 1e-12
        cheapest = np.where(taken[item], with_item, cheapest)
    level, chosen = STEPS, []
    for item in range(len(impacts) - 1, -1, -1):
        if taken[item, level]:
            chosen.append(item)
            level = max(level - int(steps[item]), 0)
    return chosen[::-1]
