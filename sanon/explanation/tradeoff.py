"""How many masks buy how little risk, over a grid of policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from sanon.results.frontier import FrontierPoint
from sanon.risk.chains import greatest_risk
from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links
from sanon.risk.masks import Masks
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.select import GREEDY, select
from sanon.selection.strategy import Strategy
from sanon.settings.policy import Policy


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
) -> Iterator[FrontierPoint]:
    """What redact would decide from nothing under each policy, in order; which are efficient is not known yet.

    Args:
        policies: at least one.
        demands_of: lists, costs and limits of documents under a policy.
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
        kept = chosen.kept()
        yield FrontierPoint(
            **policy.model_dump(include={"edge_threshold", "theta_doc", "theta_chain"}),
            masked=len(stages),
            **{f"{stage}_masks": stages.count(stage) for stage in ("direct", "document", "chain", "people")},
            cost=selection.cost,
            **vars(chosen.summary if chosen.coarser else selection.after),
            common_chain_risk=greatest_risk(on_common.graph, policy.max_chain_length),
            kept_coarser=kept.coarser,
            information_lost=kept.lost,
            efficient=False,
        )


def with_efficient(found: Sequence[FrontierPoint]) -> list[FrontierPoint]:
    """The same, marked where no other beats them: none has at most their cost and risks, and one of these lower."""
    scores = [(point.cost, point.max_document_risk, point.common_chain_risk) for point in found]
    return [
        point.model_copy(update={"efficient": not any(_beats(other, own) for other in scores)})
        for point, own in zip(found, scores, strict=True)
    ]


def _beats(other: tuple[float, ...], own: tuple[float, ...]) -> bool:
    return other != own and all(o <= s for o, s in zip(other, own, strict=True))
