"""Chains above their limits, the worst first, without holding them all."""

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


class ChainRisks(NamedTuple):
    """Which chains are above their limits.

    Attributes:
        limits: of the chains.
        max_chain_length: documents in the longest chain.
        held: violations in memory at a time.
    """

    limits: ChainLimits
    max_chain_length: int
    held: int = CHAINS_HELD

    def violations(self, state: ChainState) -> Iterator[list[Violation]]:
        """All chains above their limits now, in blocks and in no particular order."""
        graph = LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())
        for chains in enumerate_chains(graph, self.max_chain_length, self.limits.least):
            limit = self.limits.of(chains.documents, chains.links)
            over = above(chains.risk, limit)
            if over.any():
                columns = (-chains.risk[over], chains.documents[over], chains.links[over], limit[over])
                falling_risk, documents, links, limits = (column.tolist() for column in columns)
                yield list(map(Violation, falling_risk, map(tuple, documents), map(tuple, links), limits))

    def worst_first(self, state: ChainState) -> Iterator[Violation]:
        """The worst chain above its limit now, again and again; the caller masks what brings each to its limit.

        Masks only lower risks, so the risk of a chain seen earlier bounds its risk of now, and a heap whose top is
        evaluated again yields the worst chain without a new enumeration. A chain that is still above its limit after
        it was taken cannot be helped and does not come again.
        """
        hopeless: set[tuple[int, ...]] = set()
        while True:
            heap, next_worst = self._worst(state, hopeless)
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

    def _worst(self, state: ChainState, hopeless: set[tuple[int, ...]]) -> tuple[list[Violation], float]:
        """A heap of the worst chains above their limits, and the greatest risk among those left out (−1: none)."""
        heap: list[Violation] = []
        next_worst = -1.0
        for block in self.violations(state):
            heap.extend(chain for chain in block if chain.documents not in hopeless)
            if len(heap) > 2 * self.held:
                next_worst = max(next_worst, self._cut(heap))
        return heap, max(next_worst, self._cut(heap))

    def _cut(self, heap: list[Violation]) -> float:
        """Leave only as many as may be held, the worst; the greatest risk among the others (−1: none)."""
        heap.sort()
        left_out = heap[self.held :]
        del heap[self.held :]
        return -left_out[0].falling_risk if left_out else -1.0
