"""Greedy: the worst chain first, the entity with the greatest impact for its cost first (Zhou 2025, section 4.2.4)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from sanon.risk.incidence import Floats, Integers
from sanon.risk.limits import is_above
from sanon.selection.candidates import Candidates
from sanon.selection.chain_evaluator import ChainEvaluator
from sanon.selection.choice import Choice, Plan, best
from sanon.selection.corpus_state import ChainState
from sanon.selection.strategy import Problem, Strategy
from sanon.selection.violations import Violation
from sanon.settings.policy import TIE


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
        for chain in problem.chains.worst_first(problem.state):
            choices.extend(treat(problem.state, chain, problem.candidates))
        return Plan(choices)


def treat(state: ChainState, chain: Violation, candidates: Candidates) -> list[Choice]:
    """Mask the candidate with the greatest impact for its cost (ties: entity id) until the chain is at its limit.

    Nothing is masked in vain: a chain that all candidates together cannot help is left as it is.
    """
    evaluator = ChainEvaluator(state, chain.documents, chain.links)
    if is_above(evaluator.risk_without(candidates.among(evaluator.unmasked())), chain.limit):
        return []
    choices = []
    before = evaluator.risk()
    while is_above(before, chain.limit):
        entities, impacts = useful(evaluator, candidates)
        entity = int(entities[best(impacts / candidates.cost[entities])])
        relabelled = bool(state.in_documents[entity])
        state.mask(entity)
        evaluator.mask(entity)
        # Measured on the corpus, not by the evaluator: the same sums as everywhere decide when it is enough.
        after = state.chain_risk(chain.documents, chain.links)
        choices.append(Choice(entity, "chain", chain.documents, before, after, chain.limit, relabelled=relabelled))
        before = after
    return choices


def useful(evaluator: ChainEvaluator, candidates: Candidates) -> tuple[Integers, Floats]:
    """Candidates of a chain that are not masked yet, ascending, and the impact of each.

    Two certain identifiers hide each other: masking one changes nothing, masking both does. Where no candidate has an
    impact, what each adds to documents and hops takes its place.
    """
    entities, impacts = evaluator.impacts()
    entities, impacts = entities[candidates.allowed[entities]], impacts[candidates.allowed[entities]]
    if impacts.max(initial=0.0) <= TIE:
        impacts = np.array([evaluator.weight(entity) for entity in entities.tolist()], dtype=np.float64)
    return entities, impacts
