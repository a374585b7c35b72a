"""Greedy: the worst chain first, the entity with the greatest impact for its cost first (Zhou 2025, section 4.2.4).

Where people must fit a document, the impact on all documents that tell too much decides: see
`sanon.selection.worth_to_documents`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from sanon.risk.limits import is_above
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Choice, Plan, best
from sanon.selection.masking_state import ChainState
from sanon.selection.requirement import Requirement, Worth
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.violations import Violation
from sanon.selection.worst_first import worst_first


class Greedy(Strategy):
    """Masks, in the worst chain, what lowers its risk most for its cost, until no chain is above its limit.

    Cost: an enumeration of the chains above their limits, again for each block of them that is held, and for each chain
    that is still too risky when it is the worst one evaluation of its entities a mask.
    """

    name: ClassVar[str] = "greedy"
    summary: ClassVar[str] = "in each chain the value that lowers its risk most, worst chain first"

    def plan(self, problem: Problem) -> Plan:
        """See `Strategy`."""
        choices: list[Choice] = []
        for requirement in problem.requirements:
            worth = requirement.worth(problem.state)
            for violation in worst_first(requirement, problem.state):
                choices.extend(treat(problem.state, requirement, violation, problem.candidates, worth))
        return Plan(choices)


def treat(
    state: ChainState,
    requirement: Requirement,
    violation: Violation,
    candidates: Candidates,
    worth: Worth | None = None,
) -> list[Choice]:
    """Mask the candidate that is worth most for its cost (ties: impact, entity id) until the limit is reached.

    Nothing is masked in vain: what all candidates together cannot help is left as it is.

    Args:
        violation: with its value in this state.
        worth: of masks, by default their impact on the violation.
    """
    worth = worth or Worth()
    evaluator = requirement.evaluator(state, violation)
    if is_above(evaluator.value_without(candidates.among(evaluator.unmasked())), violation.limit):
        return []
    choices = []
    before = violation.value
    risk_before = requirement.risk(state, violation, before)
    while is_above(before, violation.limit):
        impacts = evaluator.useful(candidates)
        cost = candidates.cost[list(impacts)].tolist()
        entity = best(_by_cost(worth.of(violation, impacts), cost), _by_cost(impacts, cost))
        relabelled = bool(state.in_documents[entity])
        state.mask(entity)
        evaluator.mask(entity)
        worth.mask(entity)
        after = requirement.value(state, violation, evaluator)
        risk = requirement.risk(state, violation, after)
        choices.append(
            Choice(
                entity,
                requirement.stage,
                violation.documents,
                risk_before,
                risk,
                violation.limit,
                relabelled=relabelled,
                value_before=before,
            )
        )
        before, risk_before = after, risk
    return choices


def _by_cost(worth: Mapping[int, float], costs: Sequence[float]) -> dict[int, float]:
    return {entity: one / cost for (entity, one), cost in zip(worth.items(), costs, strict=True)}
