"""Greedy chain stage: the worst chain first, the entity with the greatest impact first.

Zhou 2025, section 4.2.4. Masks only lower risks, so a chain seen earlier is an upper bound of itself, and a heap with
lazy re-evaluation yields the worst chain of now without enumerating again after each mask.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple


from sanon.policy import Policy
from sanon.selection.choice import TIE, Choice, falling
from sanon.selection.corpus_state import ChainState
from sanon.selection.violations import ChainLimits, violations

#: Chains held at a time; when more are above their limits, the worst are treated and the rest is enumerated again.
CHAINS_HELD = 200_000


class _Chain(NamedTuple):
    """Ordered worst first, ties by the source ids of the documents."""

    falling_risk: float
    documents: tuple[int, ...]
    links: tuple[int, ...]
    limit: float


def greedy(state: ChainState, limits: ChainLimits, policy: Policy, chains_held: int = CHAINS_HELD) -> list[Choice]:
    """Mask in `state` until no chain is above its limit, and say what was masked and for which chain.

    Cost: an enumeration of the chains above their limits for every `chains_held` of them, and for each chain that is
    still too risky when its turn comes one evaluation of its entities a mask.
    """
    choices: list[Choice] = []
    while True:
        heap, next_worst = _worst(state, limits, policy.max_chain_length, chains_held)
        if not heap:
            return choices
        while heap and -heap[0].falling_risk >= next_worst:
            chain = heapq.heappop(heap)
            risk = state.chain_risk(chain.documents, chain.links)
            if risk <= chain.limit + TIE:
                continue
            if risk < -chain.falling_risk - TIE:
                heapq.heappush(heap, chain._replace(falling_risk=-risk))
                continue
            choices.extend(_treat(state, chain))


def _treat(state: ChainState, chain: _Chain) -> list[Choice]:
    """Mask the entity with the greatest impact (ties: entity id) until the chain is at its limit."""
    choices = []
    before = state.chain_risk(chain.documents, chain.links)
    while before > chain.limit + TIE:
        entities, impacts = state.impacts(chain.documents, chain.links)
        entity = int(entities[falling(impacts)[0]])
        state.mask(entity)
        after = state.chain_risk(chain.documents, chain.links)
        choices.append(Choice(entity, "chain", chain.documents, before, after, chain.limit))
        before = after
    return choices


def _worst(
    state: ChainState, limits: ChainLimits, max_chain_length: int, chains_held: int
) -> tuple[list[_Chain], float]:
    """A heap of the worst chains above their limits, and the greatest risk among those left out (−1: none)."""
    held: list[_Chain] = []
    next_worst = -1.0
    for block in violations(state, limits, max_chain_length):
        held.extend(
            map(
                _Chain,
                (-block.risk).tolist(),
                map(tuple, block.documents.tolist()),
                map(tuple, block.links.tolist()),
                block.limit.tolist(),
            )
        )
        if len(held) > 2 * chains_held:
            held.sort()
            next_worst = max(next_worst, -held[chains_held].falling_risk)
            del held[chains_held:]
    held.sort()
    if len(held) > chains_held:
        next_worst = max(next_worst, -held[chains_held].falling_risk)
        del held[chains_held:]
    return held, next_worst
