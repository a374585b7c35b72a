"""Chains that are above their limits, worst first, without holding them all."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import NamedTuple

from sanon.risk.chains import LinkGraph, enumerate_chains
from sanon.risk.limits import ChainLimits, above, is_above
from sanon.selection.corpus_state import ChainState
from sanon.settings.policy import TIE

#: Chains held at a time; when more are above their limits, the worst are treated and the rest is enumerated again.
CHAINS_HELD = 200_000


class Violation(NamedTuple):
    """A chain above its limit; ordered worst first, ties by the source ids of the documents.

    Attributes:
        falling_risk: minus its risk when it was found.
        documents, links: rows of its documents and of its links.
        limit: what it must reach.
    """

    falling_risk: float
    documents: tuple[int, ...]
    links: tuple[int, ...]
    limit: float


def violations(state: ChainState, limits: ChainLimits, max_chain_length: int) -> Iterator[list[Violation]]:
    """All chains above their limits now, in blocks and in no particular order."""
    graph = LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())
    for chains in enumerate_chains(graph, max_chain_length, limits.least):
        limit = limits.of(chains.documents, chains.links)
        over = above(chains.risk, limit)
        if over.any():
            columns = (-chains.risk[over], chains.documents[over], chains.links[over], limit[over])
            falling_risk, documents, links, limit_ = (column.tolist() for column in columns)
            yield list(map(Violation, falling_risk, map(tuple, documents), map(tuple, links), limit_))


def worst_first(
    state: ChainState, limits: ChainLimits, max_chain_length: int, chains_held: int = CHAINS_HELD
) -> Iterator[Violation]:
    """The worst chain above its limit now, again and again; whoever takes one does what can be done for it.

    A chain that is still above its limit then cannot be helped and does not come again.
    """
    hopeless: set[tuple[int, ...]] = set()
    while True:
        heap, next_worst = _worst(state, limits, max_chain_length, chains_held, hopeless)
        if not heap:
            return
        while heap and -heap[0].falling_risk >= next_worst:
            chain = heapq.heappop(heap)
            risk = state.chain_risk(chain.documents, chain.links)
            if not is_above(risk, chain.limit):
                continue
            if risk < -chain.falling_risk - TIE:
                heapq.heappush(heap, chain._replace(falling_risk=-risk))
                continue
            yield chain
            if is_above(state.chain_risk(chain.documents, chain.links), chain.limit):
                hopeless.add(chain.documents)


def _worst(
    state: ChainState,
    limits: ChainLimits,
    max_chain_length: int,
    chains_held: int,
    hopeless: set[tuple[int, ...]],
) -> tuple[list[Violation], float]:
    """A heap of the worst chains above their limits, and the greatest risk among those left out (−1: none)."""
    held: list[Violation] = []
    next_worst = -1.0
    for block in violations(state, limits, max_chain_length):
        held.extend(chain for chain in block if chain.documents not in hopeless)
        if len(held) > 2 * chains_held:
            held.sort()
            next_worst = max(next_worst, -held[chains_held].falling_risk)
            del held[chains_held:]
    held.sort()
    if len(held) > chains_held:
        next_worst = max(next_worst, -held[chains_held].falling_risk)
        del held[chains_held:]
    return held, next_worst
