"""Both stages of the selection, and what they leave."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, enumerate_chains, greatest_risk
from sanon.risk.incidence import Booleans, Floats, Incidence
from sanon.risk.links import derive_links
from sanon.risk.scores import importance
from sanon.selection.candidates import Candidates
from sanon.selection.choice import TIE, Choice, Plan
from sanon.selection.corpus_state import ChainState, CorpusState
from sanon.selection.document_stage import document_stage
from sanon.selection.greedy import greedy
from sanon.selection.knapsack import knapsack
from sanon.selection.optimal import DEFAULT_TIME_LIMIT, optimal
from sanon.selection.violations import ChainLimits, Violation, violations
from sanon.settings.policy import Policy

#: Chains named when the policy cannot be met.
OPEN_CHAINS_NAMED = 100

Strategy = Callable[..., Plan]

#: Name -> chain stage. A new one is a module and a test.
STRATEGIES: dict[str, Strategy] = {"greedy": greedy, "knapsack": knapsack, "optimal": optimal}


@dataclass(frozen=True)
class Opened:
    """Chains above θ_chain with the masks of before that hold a document which the last decisions did not see.

    Attributes:
        count: of all.
        worst: rows of the documents and risk, worst first; at most OPEN_CHAINS_NAMED.
    """

    count: int
    worst: list[tuple[tuple[int, ...], float]]


class Residual(NamedTuple):
    """How far the corpus identifies somebody."""

    max_document_risk: float
    max_chain_risk: float
    chains_over_policy: int


@dataclass(frozen=True)
class Selection:
    """What to mask besides what is masked.

    Attributes:
        choices: in the order chosen.
        cost: of all choices.
        lower_bound: no chain stage after this document stage costs less in all; None if the strategy proves nothing.
        cost_of_others: what each other strategy would have cost in all, if asked for.
        before: with the masks of before; a chain is over policy above θ_chain.
        after: with the new masks; a chain is over policy above its own limit, θ_chain or ρ of what it was.
        opened: what new documents brought.
        open_documents: row, risk and limit of the documents that nothing allowed could bring to their limits.
        open_chains: the same for chains, the worst ones.
    """

    choices: list[Choice]
    cost: float
    lower_bound: float | None
    cost_of_others: dict[str, float]
    before: Residual
    after: Residual
    opened: Opened
    open_documents: list[tuple[int, float, float]]
    open_chains: list[Violation]

    @property
    def met(self) -> bool:
        """Whether every document and chain is under its limit."""
        return not self.open_documents and not self.open_chains

    @property
    def gap(self) -> float | None:
        """(cost − lower bound) / cost, in [0, 1]; 0 is proven optimal."""
        if self.lower_bound is None:
            return None
        return (self.cost - self.lower_bound) / self.cost if self.cost > 0 else 0.0


@dataclass(frozen=True)
class Demands:
    """What is asked of a selection besides the thresholds.

    Attributes:
        always: entities to mask before both stages; (E,).
        candidates: what else may be masked, and what it costs.
        theta_doc: limit of each document; (N,).
        accepted_chains: rows of the documents of chains whose risk is accepted, from the smaller end.
    """

    always: Booleans
    candidates: Candidates
    theta_doc: Floats
    accepted_chains: frozenset[tuple[int, ...]] = frozenset()

    @classmethod
    def plain(cls, incidence: Incidence, policy: Policy) -> Demands:
        """No lists, every entity at a cost of 1, one limit for all documents."""
        everything = Candidates(np.ones(incidence.entities, dtype=np.bool_), np.ones(incidence.entities))
        return cls(np.zeros_like(everything.allowed), everything, np.full(incidence.documents, policy.theta_doc))


def select(
    incidence: Incidence,
    policy: Policy,
    strategy: str,
    chain_masks: Booleans,
    demands: Demands | None = None,
    time_limit: float = DEFAULT_TIME_LIMIT,
    compare: bool = False,
    new: Booleans | None = None,
) -> Selection:
    """Choose what to mask so that every document and chain comes under the policy.

    The chain stage measures its relative limits from the risks after the document stage, so masks that an earlier chain
    stage made are set aside for those; a second run on the same corpus then finds nothing to do.

    Args:
        incidence: the corpus with the masks of now, which stay.
        strategy: a key of STRATEGIES.
        chain_masks: which of the masks of now an earlier chain stage made; (E,).
        demands: by default `Demands.plain`.
        time_limit: seconds for the strategy `optimal`.
        compare: run the other strategies too, to see what they would have cost.
        new: documents that the last decisions did not see; (N,), by default none.
    """
    demands = demands or Demands.plain(incidence, policy)
    candidates = demands.candidates
    links = derive_links(incidence, policy.edge_threshold, incidence.masked & ~chain_masks)
    before = ChainState(incidence, incidence.masked, links)
    documents = CorpusState(incidence, incidence.masked)
    first = _listed(documents, demands.always)
    first += document_stage(documents, demands.theta_doc, candidates.allowed)

    without_chain_masks = documents.masked & ~chain_masks
    links = derive_links(incidence, policy.edge_threshold, without_chain_masks)
    limits = ChainLimits(ChainState(incidence, without_chain_masks, links), policy, demands.accepted_chains)
    state = ChainState(incidence, documents.masked, links)
    first_cost = candidates.total([choice.entity for choice in first])

    def planned(name: str, on: ChainState) -> Plan:
        limited = {"time_limit": time_limit} if name == "optimal" else {}
        return STRATEGIES[name](on, limits, policy, candidates, **limited)

    others = [name for name in STRATEGIES if compare and name != strategy]
    cost_of = {name: first_cost + candidates.total(planned(name, state.copy()).entities) for name in others}
    plan = planned(strategy, state)

    open_chains = sorted(chain for block in violations(state, limits, policy.max_chain_length) for chain in block)
    open_documents = np.flatnonzero(state.document_risk > demands.theta_doc + TIE)
    return Selection(
        choices=first + plan.choices,
        cost=first_cost + candidates.total(plan.entities),
        lower_bound=None if plan.lower_bound is None else first_cost + plan.lower_bound,
        cost_of_others=cost_of,
        before=Residual(_greatest(before), _worst_chain(before, policy), _chains_above(before, policy)),
        after=Residual(_greatest(state), _worst_chain(state, policy), len(open_chains)),
        opened=_opened(before, policy, np.zeros(incidence.documents, dtype=np.bool_) if new is None else new),
        open_documents=[(int(d), float(state.document_risk[d]), float(demands.theta_doc[d])) for d in open_documents],
        open_chains=open_chains[:OPEN_CHAINS_NAMED],
    )


def _listed(state: CorpusState, always: Booleans) -> list[Choice]:
    """Mask what a list names, in the order of the entity ids."""
    scores = importance(state.incidence)
    choices = []
    for entity in np.flatnonzero(always & ~state.masked).tolist():
        state.mask(entity)
        choices.append(Choice(entity, "list", (), float(scores[entity]), 0.0, 0.0))
    return choices


def _greatest(state: CorpusState) -> float:
    return float(state.document_risk.max(initial=0.0))


def _graph(state: ChainState) -> LinkGraph:
    return LinkGraph.build(state.incidence.documents, state.links.a, state.links.b, state.hop())


def _worst_chain(state: ChainState, policy: Policy) -> float:
    return greatest_risk(_graph(state), policy.max_chain_length)


def _chains_above(state: ChainState, policy: Policy) -> int:
    """How many chains are above θ_chain."""
    blocks = enumerate_chains(_graph(state), policy.max_chain_length, policy.theta_chain)
    return sum(int((chains.risk > policy.theta_chain + TIE).sum()) for chains in blocks)


def _opened(state: ChainState, policy: Policy, new: Booleans) -> Opened:
    """Chains above θ_chain that hold a new document."""
    count, worst = 0, list[tuple[float, tuple[int, ...]]]()
    if new.any():
        for chains in enumerate_chains(_graph(state), policy.max_chain_length, policy.theta_chain):
            rows = np.flatnonzero((chains.risk > policy.theta_chain + TIE) & new[chains.documents].any(axis=1))
            count += len(rows)
            rows = rows[np.argsort(-chains.risk[rows], kind="stable")]
            found = zip((-chains.risk[rows]).tolist(), map(tuple, chains.documents[rows].tolist()), strict=True)
            worst = sorted([*worst, *found])[:OPEN_CHAINS_NAMED]
    return Opened(count, [(documents, -falling) for falling, documents in worst])
