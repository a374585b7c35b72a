"""Chains that are above their limits, worst first, without holding them all."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, enumerate_chains
from sanon.risk.incidence import Floats, Integers
from sanon.risk.scores import risk_of
from sanon.selection.choice import TIE, is_above
from sanon.selection.corpus_state import ChainState
from sanon.settings.policy import HIGH_FROM, MEDIUM_FROM, Policy

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


class ChainLimits:
    """The limit of every chain: θ_chain, and ρ of its category times its risk after the document stage.

    Attributes:
        least: no chain with a risk below this can be above its limit.

    Args:
        after_document_stage: gives the risk that ρ refers to.
        policy: θ_chain and ρ.
        accepted: rows of the documents of chains whose risk is accepted, from the smaller end; their limit is 1.
    """

    def __init__(
        self, after_document_stage: ChainState, policy: Policy, accepted: Collection[tuple[int, ...]] = ()
    ) -> None:
        self._policy = policy
        self._accepted = [np.array(chain) for chain in accepted]
        self._log_survival = np.log1p(-np.minimum(after_document_stage.hop(), 1.0 - 1e-15))
        self.least = min(policy.theta_chain, policy.rho_medium * MEDIUM_FROM, policy.rho_high * HIGH_FROM)

    def of(self, documents: Integers, links: Integers) -> Floats:
        """Limits of chains given by their documents (n, length) and links (n, length-1); (n,)."""
        before = risk_of(self._log_survival[links].sum(axis=1))
        rho = np.select(
            [before >= HIGH_FROM, before >= MEDIUM_FROM], [self._policy.rho_high, self._policy.rho_medium], 1.0
        )
        limits = np.minimum(self._policy.theta_chain, rho * before)
        for chain in self._accepted:
            if len(chain) == documents.shape[1]:
                limits[(documents == chain).all(axis=1)] = 1.0
        return limits


def violations(state: ChainState, limits: ChainLimits, max_chain_length: int) -> Iterator[list[Violation]]:
    """All chains above their limits now, in blocks and in no particular order."""
    graph = LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())
    for chains in enumerate_chains(graph, max_chain_length, limits.least):
        limit = limits.of(chains.documents, chains.links)
        above = chains.risk > limit + TIE
        if above.any():
            columns = (-chains.risk[above], chains.documents[above], chains.links[above], limit[above])
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
