"""How many masks buy how little risk, over a grid of policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sanon.risk.chains import greatest_risk
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.masks import Masks
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.select import GREEDY, select
from sanon.selection.strategy import Strategy
from sanon.settings.policy import Policy


class Point(NamedTuple):
    """What redact would decide from nothing under one policy.

    Attributes:
        edge_threshold, theta_doc, theta_chain: the policy.
        masked: entities; direct_masks, document_masks, chain_masks and people_masks: those that each stage chose, a
            list the others.
        cost: of all masks.
        max_document_risk, max_chain_risk, documents_over_policy, chains_over_policy: after, as redact reports them.
        common_chain_risk: the worst chain after, over the links of the smallest edge threshold of the grid. A higher
            threshold overlooks links, so that its own worst chain cannot be compared with that of a lower one.
        kept_coarser: masks that show a coarser value; information_lost: by all masks, 1 for a label.
    """

    edge_threshold: float
    theta_doc: float
    theta_chain: float
    masked: int
    direct_masks: int
    document_masks: int
    chain_masks: int
    people_masks: int
    cost: float
    max_document_risk: float
    max_chain_risk: float
    documents_over_policy: int
    chains_over_policy: int
    common_chain_risk: float
    kept_coarser: int
    information_lost: float


def grid(
    base: Policy, edge_thresholds: Sequence[float], theta_docs: Sequence[float], theta_chains: Sequence[float]
) -> list[Policy]:
    """Every combination, each once, ascending; what the grid does not name is that of `base`."""
    return [
        base.model_copy(update={"edge_threshold": edge, "theta_doc": document, "theta_chain": chain})
        for edge in sorted(set(edge_thresholds))
        for document in sorted(set(theta_docs))
        for chain in sorted(set(theta_chains))
    ]


def points(
    incidence: Incidence,
    policies: Sequence[Policy],
    demands_of: Callable[[Policy], Demands],
    strategy: Strategy = GREEDY,
    softened: Callable[[MaskedCorpus], MaskedCorpus] = lambda corpus: corpus,
) -> Iterator[Point]:
    """One selection for each policy, in order; the masks of now are forgotten.

    Args:
        incidence: the corpus.
        policies: at least one.
        demands_of: lists, costs and limits of documents under a policy.
        strategy: of the chain stage.
        softened: gives chosen masks their coarser values; by default all have labels.
    """
    nothing = Masks.none(incidence.entities)
    links = {threshold: derive_links(incidence, threshold) for threshold in {p.edge_threshold for p in policies}}
    common = min(links)
    for policy in policies:
        demands = demands_of(policy)
        corpus = MaskedCorpus(incidence, links[policy.edge_threshold], nothing, policy, demands)
        selection = select(corpus, strategy)
        stages = [choice.stage for choice in selection.choices]
        chosen = softened(selection.corpus)
        on_common = replace(chosen, links=links[common], policy=policy.model_copy(update={"edge_threshold": common}))
        yield Point(
            policy.edge_threshold,
            policy.theta_doc,
            policy.theta_chain,
            len(stages),
            stages.count("direct"),
            stages.count("document"),
            stages.count("chain"),
            stages.count("people"),
            selection.cost,
            *(chosen.summary() if chosen.coarser else selection.after),
            greatest_risk(on_common.graph, policy.max_chain_length),
            *chosen.kept(),
        )


def efficient(found: Sequence[Point]) -> list[bool]:
    """Which points no other beats: none has a lower or equal cost and lower or equal risks, one of them lower."""
    scores = [(point.cost, point.max_document_risk, point.common_chain_risk) for point in found]
    return [not any(_beats(other, own) for other in scores) for own in scores]


def _beats(other: tuple[float, ...], own: tuple[float, ...]) -> bool:
    return other != own and all(o <= s for o, s in zip(other, own, strict=True))
