"""What makes one document risky."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.explanation.situation import Situation
from sanon.risk.chains_through import worst_chains_through
from sanon.risk.scores import contribution, log_survival, risk_of
from sanon.selection.choice import falling


class Step(NamedTuple):
    """One entity of the waterfall from R = 0 to R.

    Attributes:
        entity: its column.
        contribution: c(e,d), also of a masked entity.
        masked: whether it adds nothing now.
        cumulative: R(d) of this entity and those above it, masked ones left out.
    """

    entity: int
    contribution: float
    masked: bool
    cumulative: float


class LimitedChain(NamedTuple):
    """A chain, its risk now and what it must reach."""

    documents: tuple[int, ...]
    risk: float
    limit: float


@dataclass(frozen=True)
class DocumentExplanation:
    """The entities of one document, and the worst chains through it.

    Attributes:
        document: its row.
        risk: now, the last cumulative of the waterfall.
        risk_unmasked: if nothing were masked.
        limit: its θ_doc.
        steps: by falling contribution, ties by entity id.
        chains: the worst through it now.
    """

    document: int
    risk: float
    risk_unmasked: float
    limit: float
    steps: tuple[Step, ...]
    chains: tuple[LimitedChain, ...]


def explain_document(situation: Situation, document: int, chains: int) -> DocumentExplanation:
    """Take the risk of one document apart.

    Args:
        situation: masks of now.
        document: row.
        chains: how many to return.
    """
    incidence = situation.incidence
    mentions = np.arange(incidence.start[document], incidence.start[document + 1])
    scores = contribution(incidence)[mentions]
    order = falling(scores)
    mentions, scores = mentions[order], scores[order]
    entities = incidence.entity[mentions]
    masked = incidence.masked[entities]
    terms = log_survival(scores)
    cumulative = risk_of(np.cumsum(np.where(masked, 0.0, terms)))
    columns = (entities.tolist(), scores.tolist(), masked.tolist(), cumulative.tolist())
    worst = worst_chains_through(situation.graph, [document], situation.policy.max_chain_length, chains)
    return DocumentExplanation(
        document=document,
        risk=float(cumulative[-1]) if len(cumulative) else 0.0,
        risk_unmasked=float(risk_of(terms.sum())),
        limit=float(situation.demands.theta_doc[document]),
        steps=tuple(Step(*row) for row in zip(*columns, strict=True)),
        chains=tuple(LimitedChain(c.documents, c.risk, situation.limit_of(c.documents)) for c in worst),
    )
