"""Frontier: how many masks each policy of a grid needs, and what risk it leaves. Only reads.

The background stage is left out: what it masks depends on the texts of an attacker and hardly on the thresholds, and it
takes minutes for each policy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from sanon.corpus_state.corpus_in_graph import CorpusInGraph, demands_under
from sanon.deciding.softening import softening_anew
from sanon.explanation.tradeoff import Point, efficient, grid, points
from sanon.graph.store import Store
from sanon.results import FrontierResult
from sanon.selection.strategy import strategy_of
from sanon.settings.masking import Masking
from sanon.settings.policy import Policy
from sanon.settings.rules import Rules

THETA_DOCS = (0.8, 0.9, 0.95)
THETA_CHAINS = (0.3, 0.4, 0.5, 0.6)
EDGE_THRESHOLDS = (0.3, 0.5)


class Watch(Protocol):
    """Shows progress while points are computed."""

    def __call__(self, found: Iterable[Point], total: int) -> Iterable[Point]:
        """The same points."""


def _unwatched(found: Iterable[Point], total: int) -> Iterable[Point]:
    return found


@dataclass(frozen=True)
class Frontier:
    """One point for each policy.

    Attributes:
        points: by edge threshold, θ_doc and θ_chain.
        efficient: whether no other point has at most its cost and at most its risks.
        entities: how many the documents mention.
        now: how many are masked now.
        strategy, policy, profile_name: what all points share.
    """

    points: list[Point]
    efficient: list[bool]
    entities: int
    now: int
    strategy: str
    policy: Policy
    profile_name: str

    def rows(self) -> Iterator[tuple[Point, bool]]:
        """Points, and whether each is efficient."""
        return zip(self.points, self.efficient, strict=True)

    def result(self) -> FrontierResult:
        """For other programs."""
        shared = self.policy.model_dump(exclude={"edge_threshold", "theta_doc", "theta_chain"})
        found = {
            "points": [point._asdict() | {"efficient": best} for point, best in self.rows()],
            "entities": self.entities,
            "masked_now": self.now,
            "strategy": self.strategy,
            "parameters": shared | {"profile": self.profile_name},
        }
        return FrontierResult.model_validate(found)


def frontier(
    store: Store,
    corpus: CorpusInGraph,
    *,
    theta_docs: Sequence[float] = THETA_DOCS,
    theta_chains: Sequence[float] = THETA_CHAINS,
    edge_thresholds: Sequence[float] = EDGE_THRESHOLDS,
    rules: Rules,
    masking: Masking,
    watch: Watch = _unwatched,
) -> Frontier:
    """Decide from nothing under every policy of a grid.

    Args:
        store: read for the rules.
        corpus: the corpus; its policy gives what the grid does not name.
        theta_docs, theta_chains, edge_thresholds: the grid.
        rules: lists, limits and costs of a policy file.
        masking: strategy, costs and operators.
        watch: shows progress.
    """
    masked = corpus.masked
    policies = grid(masked.policy, edge_thresholds, theta_docs, theta_chains)
    demands = {
        theta: demands_under(store, corpus, masked.policy.model_copy(update={"theta_doc": theta}), rules, masking)
        for theta in {policy.theta_doc for policy in policies}
    }
    softening = softening_anew(masked.incidence, corpus.entities, masking, corpus.profile)
    found = points(
        masked.incidence,
        policies,
        lambda policy: demands[policy.theta_doc],
        strategy=strategy_of(masking),
        softened=lambda chosen: softening.soften(chosen).corpus,
    )
    computed = list(watch(found, len(policies)))
    return Frontier(
        points=computed,
        efficient=efficient(computed),
        entities=int((corpus.entities["frequency"] > 0).sum()),
        now=int(masked.masks.now.in_documents.sum()),
        strategy=masking.strategy,
        policy=masked.policy,
        profile_name=corpus.profile.name,
    )
