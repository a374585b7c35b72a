"""The corpus under one set of masks, with the chains that the chain stage looks at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sanon.risk.chains import LinkGraph, enumerate_chains, greatest_risk
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.risk.links import derive_links
from sanon.risk.links_along import links_along
from sanon.risk.scores import log_survival, risk_of
from sanon.selection.choice import TIE
from sanon.selection.corpus_state import ChainState
from sanon.selection.select import Demands, Residual
from sanon.selection.violations import ChainLimits
from sanon.settings.policy import MEDIUM_FROM, Policy


@dataclass(frozen=True)
class Situation:
    """Masks, and what they leave. Links are those that stood after the document stage; later masks only weaken them.

    Attributes:
        incidence: the corpus with its masks.
        chain_masks: which masks the chain stage made, and so prune no link; (E,).
        policy: thresholds.
        demands: limits of documents, what may be masked, accepted chains.
    """

    incidence: Incidence
    chain_masks: Booleans
    policy: Policy
    demands: Demands

    def masking(self, entities: Sequence[int]) -> Situation:
        """Besides, mask some entities as the chain stage does: links get weaker and none is pruned."""
        masked, chain_masks = self.incidence.masked.copy(), self.chain_masks.copy()
        chain_masks[[entity for entity in entities if not masked[entity]]] = True
        masked[list(entities)] = True
        return Situation(self.incidence.with_masks(masked), chain_masks, self.policy, self.demands)

    def keeping(self, entities: Sequence[int]) -> Situation:
        """Take the masks of some entities back; links that they had pruned are there again."""
        masked, chain_masks = self.incidence.masked.copy(), self.chain_masks.copy()
        masked[list(entities)] = chain_masks[list(entities)] = False
        return Situation(self.incidence.with_masks(masked), chain_masks, self.policy, self.demands)

    @property
    def after_document_stage(self) -> Booleans:
        """Masks without those of the chain stage; (E,)."""
        return self.incidence.masked & ~self.chain_masks

    @cached_property
    def state(self) -> ChainState:
        """Risks and strengths under the masks; not to be changed, copy it."""
        links = derive_links(self.incidence, self.policy.edge_threshold, self.after_document_stage)
        return ChainState(self.incidence, self.incidence.masked, links)

    @cached_property
    def graph(self) -> LinkGraph:
        """Links with their hop risks."""
        return graph_of(self.state)

    def residual(self) -> Residual:
        """The worst document, the worst chain, and how many chains are above θ_chain."""
        blocks = enumerate_chains(self.graph, self.policy.max_chain_length, self.policy.theta_chain)
        return Residual(
            float(self.state.document_risk.max(initial=0.0)),
            self.greatest_chain_risk(),
            sum(int((chains.risk > self.policy.theta_chain + TIE).sum()) for chains in blocks),
        )

    def greatest_chain_risk(self) -> float:
        """The worst chain, 0 if there is none."""
        return greatest_risk(self.graph, self.policy.max_chain_length)

    def chain_risks(self, documents: Integers) -> Floats:
        """Risks of paths of one length (n, length); 0 where a path is no chain here; (n,)."""
        links = self.state.links
        if documents.shape[1] > self.policy.max_chain_length or not len(links.a):
            return np.zeros(len(documents))
        first, second = documents[:, :-1], documents[:, 1:]
        # One number for each pair; links are sorted by it.
        wanted = np.minimum(first, second) * self.incidence.documents + np.maximum(first, second)
        known = links.a * self.incidence.documents + links.b
        link = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        risks = risk_of(log_survival(self.state.hop())[link].sum(axis=1))
        return np.where((known[link] == wanted).all(axis=1), risks, 0.0)

    def along(self, documents: Sequence[int]) -> ChainState:
        """One path alone, whatever the strength of its links; link i joins documents i and i+1."""
        return ChainState(self.incidence, self.incidence.masked, links_along(self.incidence, documents))

    def limit_of(self, documents: Sequence[int]) -> float:
        """What the chain along some documents must reach: θ_chain, or ρ of its risk after the document stage."""
        links = np.arange(len(documents) - 1)
        after = ChainState(self.incidence, self.after_document_stage, links_along(self.incidence, documents))
        chain = min(tuple(documents), tuple(documents)[::-1])
        limits = ChainLimits(after, self.policy, self.demands.accepted_chains)
        limit = float(limits.of(np.array([chain]), links[np.newaxis])[0])
        # A LOW chain is compared with its own risk there, which no mask can raise; what binds it is θ_chain.
        is_low = after.chain_risk(documents, links.tolist()) < MEDIUM_FROM
        return max(limit, self.policy.theta_chain) if is_low else limit

    def names(self, documents: Sequence[int]) -> list[str]:
        """Source ids."""
        return [self.incidence.source_ids[document] for document in documents]


def graph_of(state: ChainState) -> LinkGraph:
    """The links of a state with their hop risks."""
    return LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())
