"""Frontier: how many masks each policy of a grid needs, and what risk it leaves. Only reads.

The background stage is left out: what it masks depends on the texts of an attacker and hardly on the limits, and it
takes minutes for each policy.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from sanon.commands.command import SELECTING, Command, Request, Terminal
from sanon.deciding.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.deciding.demands import demands_under
from sanon.deciding.softening import softening_anew
from sanon.explanation.tradeoff import grid, points, with_efficient
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.report.frontier_plot import plot, require_plot
from sanon.results import FrontierResult
from sanon.results.frontier import FrontierPoint
from sanon.selection.strategy import strategy_of
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings

#: Limits that the grid varies.
_TRIED = {"edge_threshold", "theta_doc", "theta_chain"}
_log = logging.getLogger(__name__)
_Limit = Annotated[float, Field(ge=0, le=1)]
_Strength = Annotated[float, Field(gt=0, le=1)]


class FrontierRequest(Request):
    """The grid."""

    theta_docs: Annotated[tuple[_Limit, ...], Terminal(flag="grid-theta-doc", metavar="N,N,…")] = Field(
        default=(0.8, 0.9, 0.95), min_length=1, description="Highest risks that a document may keep, to try."
    )
    theta_chains: Annotated[tuple[_Limit, ...], Terminal(flag="grid-theta-chain", metavar="N,N,…")] = Field(
        default=(0.3, 0.4, 0.5, 0.6), min_length=1, description="Highest risks that a chain may keep, to try."
    )
    edge_thresholds: Annotated[tuple[_Strength, ...], Terminal(flag="grid-edge-threshold", metavar="N,N,…")] = Field(
        default=(0.3, 0.5), min_length=1, description="Strengths from which documents are linked, to try."
    )
    plot: Annotated[Path | None, Terminal(metavar="FILE.png|svg")] = Field(
        default=None,
        description="Draw the frontier too, into this file; needs matplotlib (the extra plot).",
    )


def run(store: Store, settings: Settings, request: FrontierRequest, progress: Progress = silent) -> FrontierResult:
    """Decide from nothing under every policy of a grid; what the grid does not name is that of the settings.

    Raises:
        ConfigurationError: a picture cannot be drawn, or there is no such strategy.
    """
    if request.plot is not None:
        require_plot(request.plot)
    if settings.masking.candidates and store.background_texts():
        _log.warning("without the masks that hide documents from the background; what-if and redact choose those")
    corpus = read_corpus_in_graph(store, settings)
    policies = grid(settings.policy, request.edge_thresholds, request.theta_docs, request.theta_chains)
    computed = list(progress(_points(store, settings, corpus, policies), "deciding", len(policies)))
    result = FrontierResult.model_validate(
        {
            "points": with_efficient(computed),
            "entities": int((corpus.entities["frequency"] > 0).sum()),
            "masked_now": int(corpus.masked.masks.now.in_documents.sum()),
            "strategy": settings.masking.strategy,
            "objective": settings.masking.objective,
            "now": settings.policy.model_dump(include=_TRIED),
            "parameters": settings.policy.model_dump(exclude=_TRIED) | {"profile": settings.profile.name},
        }
    )
    if request.plot is not None:
        plot(result, request.plot)
    return result


def _points(
    store: Store, settings: Settings, corpus: CorpusInGraph, policies: Sequence[Policy]
) -> Iterator[FrontierPoint]:
    """What redact would choose from no masks under each policy, one after the other."""
    incidence = corpus.masked.incidence
    demands = {
        theta: demands_under(
            store,
            incidence,
            corpus.entities,
            settings.model_copy(update={"policy": settings.policy.model_copy(update={"theta_doc": theta})}),
        )
        for theta in {one.theta_doc for one in policies}
    }
    softening = softening_anew(incidence, corpus.entities, settings)
    return points(
        incidence,
        policies,
        lambda one: demands[one.theta_doc],
        strategy_of(settings.masking),
        softened=lambda chosen: softening.soften(chosen).corpus,
    )


FRONTIER = Command(
    "frontier",
    FrontierRequest,
    run,
    graph="needed",
    settings=SELECTING | {"max_chain_length", "at_least", "population", "profile"},
)
