"""What the mask of one entity does, or would do."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sanon.results.explain import EffectOnChain, EffectOnDocument
from sanon.risk.chains_through import worst_chains_through
from sanon.risk.masks import Hidden
from sanon.risk.scores import document_risk
from sanon.selection.corpus_state import ChainState
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import TIE


class Effects(NamedTuple):
    """What one entity does to the documents that mention it and to the chains through them.

    `risk_without` is their risk if the decision on the entity were the other one: unmasked if it is masked, a label if
    it is kept.

    Attributes:
        documents: all that mention it, by falling difference.
        chains: the worst through those documents, by falling risk with the entity unmasked.
    """

    documents: list[EffectOnDocument]
    chains: list[EffectOnChain]


def explain_entity(corpus: MaskedCorpus, entity: int, chains: int) -> Effects:
    """Compare the corpus as it is with the corpus where one entity is masked, or not, the other way round.

    Args:
        corpus: masks of now.
        entity: column.
    """
    incidence, masked = corpus.incidence, bool(corpus.masks.now.in_documents[entity])
    other = corpus.without_masks([entity]) if masked else corpus.with_labels([entity])
    readable = other if masked else corpus
    begin, order = incidence.by_entity
    rows = np.sort(incidence.document[order[begin[entity] : begin[entity + 1]]])
    nothing = Hidden.nothing(incidence.entities)
    risk = document_risk(incidence, nothing.in_documents)
    documents = [
        EffectOnDocument(
            source_id=incidence.source_ids[row],
            risk=risk[row],
            residual_risk=corpus.state.document_risk[row],
            risk_without=other.state.document_risk[row],
            limit=corpus.demands.theta_doc[row],
        )
        for row in rows.tolist()
    ]
    unmasked = ChainState(incidence, nothing, corpus.all_links)
    paths = []
    for chain in worst_chains_through(readable.graph, rows.tolist(), corpus.policy.max_chain_length, chains):
        links = corpus.links_of(chain.documents)
        before, now, without = (s.chain_risk(chain.documents, links) for s in (unmasked, corpus.state, other.state))
        paths.append(
            EffectOnChain(
                documents=corpus.names(chain.documents),
                risk=before,
                residual_risk=now,
                risk_without=without,
                limit=corpus.limit_along(chain.documents),
            )
        )
    return Effects(sorted(documents, key=_by_difference), paths)


def _by_difference(effect: EffectOnDocument) -> tuple[float, str]:
    return -round(abs(effect.residual_risk - effect.risk_without) / TIE), effect.source_id
