"""What makes one document risky."""

from __future__ import annotations

import numpy as np

from sanon.explanation.browser import browser_query
from sanon.results.explain import ChainWithLimit, ContributingEntity, ExplainedDocument
from sanon.risk.chains_through import worst_chains_through
from sanon.risk.scores import contribution, log_survival, risk_of
from sanon.selection.choice import falling
from sanon.selection.masked_corpus import MaskedCorpus


def explain_document(corpus: MaskedCorpus, document: int, chains: int) -> ExplainedDocument:
    """Take the risk of one document apart; how many people fit it, and what a background knows, are left to others.

    Args:
        corpus: masks of now.
        document: row.
        chains: how many to return, the worst now first.

    Returns:
        Its entities by falling contribution, ties by id.
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
    source_id = incidence.source_ids[document]
    return ExplainedDocument(
        source_id=source_id,
        risk=float(risk_of(terms.sum())),
        residual_risk=float(cumulative[-1]) if len(cumulative) else 0.0,
        limit=float(corpus.demands.theta_doc[document]),
        entities=[
            ContributingEntity(**corpus.named(entity), contribution=score, masked=is_masked, cumulative=risk)
            for entity, score, is_masked, risk in zip(*columns, strict=True)
        ],
        chains=[_with_limit(corpus, chain.documents, chain.risk) for chain in worst],
        browser_query=browser_query("what_makes_this_document_risky", source_id),
    )


def _with_limit(corpus: MaskedCorpus, documents: tuple[int, ...], residual_risk: float) -> ChainWithLimit:
    return ChainWithLimit(
        documents=corpus.names(documents),
        risk=corpus.unmasked.along(documents).chain_risk(documents, range(len(documents) - 1)),
        residual_risk=residual_risk,
        limit=corpus.limit_along(documents),
    )
