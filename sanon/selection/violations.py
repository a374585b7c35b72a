"""Chains that are above their limits, found worst first without holding them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sanon.policy import HIGH_FROM, MEDIUM_FROM, Policy
from sanon.risk.chains import LinkGraph, enumerate_chains
from sanon.risk.incidence import Floats, Integers
from sanon.risk.scores import risk_of
from sanon.selection.choice import TIE
from sanon.selection.corpus_state import ChainState


@dataclass(frozen=True)
class Violations:
    """n chains of one length above their limits: documents (n, length), links (n, length-1), risk and limit (n,)."""

    documents: Integers
    links: Integers
    risk: Floats
    limit: Floats


class ChainLimits:
    """The limit of every chain: θ_chain, and ρ of its category times its risk after the document stage.

    Attributes:
        least: no chain with a risk at or below this can be above its limit.
    """

    def __init__(self, after_document_stage: ChainState, policy: Policy) -> None:
        self._policy = policy
        self._log_survival = np.log1p(-np.minimum(after_document_stage.hop(), 1.0 - 1e-15))
        self.least = min(policy.theta_chain, policy.rho_medium * MEDIUM_FROM, policy.rho_high * HIGH_FROM)

    def of(self, links: Integers) -> Floats:
        """Limits of chains given by their links (n, length-1); (n,)."""
        before = risk_of(self._log_survival[links].sum(axis=1))
        rho = np.select(
            [before >= HIGH_FROM, before >= MEDIUM_FROM], [self._policy.rho_high, self._policy.rho_medium], 1.0
        )
        return np.minimum(self._policy.theta_chain, rho * before)


def violations(state: ChainState, limits: ChainLimits, max_chain_length: int) -> Iterator[Violations]:
    """All chains above their limits now, in blocks of one length and in no particular order."""
    graph = LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())
    for chains in enumerate_chains(graph, max_chain_length, limits.least):
        limit = limits.of(chains.links)
        above = chains.risk > limit + TIE
        if above.any():
            yield Violations(chains.documents[above], chains.links[above], chains.risk[above], limit[above])
