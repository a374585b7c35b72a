"""What the mask of one entity does, or would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.risk.chains_through import worst_chains_through
from sanon.risk.masks import Hidden
from sanon.risk.scores import document_risk
from sanon.selection.corpus_state import ChainState
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import TIE


class Effect(NamedTuple):
    """A document or chain with the mask of now, and without.

    Attributes:
        documents: rows; one for a document.
        risk: before any mask.
        residual_risk: now.
        risk_without: if the decision on the entity were the other one: unmasked if it is masked, a label if it is kept.
        limit: what the policy asks of the document or chain now.
    """

    documents: tuple[int, ...]
    risk: float
    residual_risk: float
    risk_without: float
    limit: float


@dataclass(frozen=True)
class EntityExplanation:
    """What one entity does to the documents that mention it and to the chains through them.

    Attributes:
        entity: its column.
        masked: now.
        documents: all that mention it, by falling difference.
        chains: the worst through those documents, by falling risk with the entity unmasked.
    """

    entity: int
    masked: bool
    documents: tuple[Effect, ...]
    chains: tuple[Effect, ...]


def explain_entity(corpus: MaskedCorpus, entity: int, chains: int) -> EntityExplanation:
    """Compare the corpus as it is with the corpus where one entity is masked, or not, the other way round.

    Args:
        corpus: masks of now.
        entity: column.
        chains: how many to return.
    """
    incidence, masked = corpus.incidence, bool(corpus.masks.now.in_documents[entity])
    other = corpus.without_masks([entity]) if masked else corpus.with_labels([entity])
    readable = other if masked else corpus
    begin, order = incidence.by_entity
    rows = np.sort(incidence.document[order[begin[entity] : begin[entity + 1]]])
    nothing = Hidden.nothing(incidence.entities)
    risk = document_risk(incidence, nothing.in_documents)
    documents = [
        Effect(
            (row,),
            float(risk[row]),
            float(corpus.state.document_risk[row]),
            float(other.state.document_risk[row]),
            float(corpus.demands.theta_doc[row]),
        )
        for row in rows.tolist()
    ]
    unmasked = ChainState(incidence, nothing, corpus.all_links)
    paths = []
    for chain in worst_chains_through(readable.graph, rows.tolist(), corpus.policy.max_chain_length, chains):
        links = corpus.links_of(chain.documents)
        before, now, without = (s.chain_risk(chain.documents, links) for s in (unmasked, corpus.state, other.state))
        paths.append(Effect(chain.documents, before, now, without, corpus.limit_along(chain.documents)))
    return EntityExplanation(
        entity=entity,
        masked=masked,
        documents=tuple(sorted(documents, key=_by_difference)),
        chains=tuple(paths),
    )


def _by_difference(effect: Effect) -> tuple[float, tuple[int, ...]]:
    return -round(abs(effect.residual_risk - effect.risk_without) / TIE), effect.documents
