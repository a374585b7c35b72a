"""What makes one document risky."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.risk.chains_through import worst_chains_through
from sanon.risk.scores import contribution, log_survival, risk_of
from sanon.selection.choice import falling
from sanon.selection.masked_corpus import MaskedCorpus


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
    """A chain, its risk before any mask and now, and what it must reach."""

    documents: tuple[int, ...]
    risk: float
    residual_risk: float
    limit: float


@dataclass(frozen=True)
class DocumentExplanation:
    """The entities of one document, and the worst chains through it.

    Attributes:
        document: its row.
        risk: before any mask.
        residual_risk: now, the last cumulative of the waterfall.
        limit: its θ_doc.
        steps: by falling contribution, ties by entity id.
        chains: the worst through it now.
    """

    document: int
    risk: float
    residual_risk: float
    limit: float
    steps: tuple[Step, ...]
    chains: tuple[LimitedChain, ...]


def explain_document(corpus: MaskedCorpus, document: int, chains: int) -> DocumentExplanation:
    """Take the risk of one document apart.

    Args:
        corpus: masks of now.
        document: row.
        chains: how many to return.
    """
    incidence = corpus.incidence
    mentions = np.arange(incidence.start[document], incidence.start[document + 1])
    scores = contribution(incidence)[mentions]
    order = falling(scores)
    mentions, scores = mentions[order], scores[order]
    entities = incidence.entity[mentions]
    masked = corpus.masks.now.in_documents[entities]
    terms = log_survival(scores)
    cumulative = risk_of(np.cumsum(np.where(masked, 0.0, terms)))
    columns = (entities.tolist(), scores.tolist(), masked.tolist(), cumulative.tolist())
    worst = worst_chains_through(corpus.graph, [document], corpus.policy.max_chain_length, chains)
    return DocumentExplanation(
        document=document,
        risk=float(risk_of(terms.sum())),
        residual_risk=float(cumulative[-1]) if len(cumulative) else 0.0,
        limit=float(corpus.demands.theta_doc[document]),
        steps=tuple(Step(*row) for row in zip(*columns, strict=True)),
        chains=tuple(_limited(corpus, chain.documents, chain.risk) for chain in worst),
    )


def _limited(corpus: MaskedCorpus, documents: tuple[int, ...], residual_risk: float) -> LimitedChain:
    unmasked = corpus.unmasked.along(documents)
    risk = unmasked.chain_risk(documents, range(len(documents) - 1))
    return LimitedChain(documents, risk, residual_risk, corpus.limit_along(documents))
