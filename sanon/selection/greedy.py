"""Greedy chain stage: the worst chain first, the entity with the greatest impact for its cost first.

Zhou 2025, section 4.2.4. Masks only lower risks, so a chain seen earlier is an upper bound of itself, and a heap with
lazy re-evaluation yields the worst chain of now without enumerating again after each mask.
"""

from __future__ import annotations

import numpy as np

from sanon.risk.limits import ChainLimits, is_above
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Choice, Plan, best
from sanon.selection.corpus_state import ChainState
from sanon.selection.trial import Trial
from sanon.selection.violations import CHAINS_HELD, Violation, worst_first
from sanon.settings.policy import TIE, Policy


def greedy(
    state: ChainState, limits: ChainLimits, policy: Policy, candidates: Candidates, chains_held: int = CHAINS_HELD
) -> Plan:
    """Mask in `state` until no chain that can be helped is above its limit; say what was masked and for which chain.

    Cost: an enumeration of the chains above their limits for every `chains_held` of them, and for each chain that is
    still too risky when its turn comes one evaluation of its entities a mask.
    """
    choices: list[Choice] = []
    for chain in worst_first(state, limits, policy.max_chain_length, chains_held):
        choices.extend(treat(state, chain, candidates))
    return Plan(choices)


def treat(state: ChainState, chain: Violation, candidates: Candidates) -> list[Choice]:
    """Mask the candidate with the greatest impact for its cost (ties: entity id) until the chain is at its limit.

    Nothing is masked in vain: a chain that all candidates together cannot help is left as it is.
    """
    trial = Trial(state, chain.documents, chain.links)
    if is_above(trial.risk_without(candidates.among(trial.unmasked())), chain.limit):
        return []
    choices = []
    before = trial.risk()
    while is_above(before, chain.limit):
        entities, impacts = trial.impacts()
        entities, impacts = entities[candidates.allowed[entities]], impacts[candidates.allowed[entities]]
        if impacts.max() <= TIE:
            # Two certain identifiers hide each other: masking one changes nothing, masking both does.
            impacts = np.array([trial.weight(entity) for entity in entities.tolist()])
        entity = int(entities[best(impacts / candidates.cost[entities])])
        relabelled = bool(state.in_documents[entity])
        state.mask(entity)
        trial.mask(entity)
        # Measured on the corpus, not on the trial: the same sums as everywhere decide when it is enough.
        after = state.chain_risk(chain.documents, chain.links)
        choices.append(Choice(entity, "chain", chain.documents, before, after, chain.limit, relabelled=relabelled))
        before = after
    return choices
