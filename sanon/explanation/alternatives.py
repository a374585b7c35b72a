"""What could have been masked in place of an entity, and what that would have cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter

import numpy as np

from sanon.results.explain import AlternativeMask, DecidedFor
from sanon.results.risks import EntityName
from sanon.risk.limits import is_above
from sanon.risk.scores import importance
from sanon.selection.candidates import Candidates
from sanon.selection.chain_risks import ChainEvaluator
from sanon.selection.choice import falling
from sanon.selection.corpus_state import CorpusState
from sanon.selection.document_stage import document_stage
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.strategies.greedy import treat
from sanon.selection.violations import Violation

#: The entities with the greatest effect that are tried in place of the one that is masked.
_TRIED = 20


def alternatives(
    corpus: MaskedCorpus, entity: int, documents: Sequence[int], shown: int
) -> tuple[DecidedFor, list[AlternativeMask]]:
    """Mask something else for a document or chain, all other masks of now staying.

    The entities with the greatest effect are tried first: importance for a document, impact for a chain, as the stages
    weigh them. After each, the rule of the stage goes on with `entity` not allowed, until the limit is reached.

    Args:
        corpus: masks of now.
        entity: column of a masked entity.
        documents: rows of the document or chain that its mask was decided for.
        shown: how many alternatives to return.

    Returns:
        The document or chain, and the alternatives, the cheapest first; none if its risk without the mask is under the
        limit anyway. The masks of an alternative are in the order in which the stage would give them.
    """
    kept = corpus.without_masks([entity])
    allowed = corpus.demands.candidates.allowed.copy()
    allowed[entity] = False
    candidates = replace(corpus.demands.candidates, allowed=allowed).for_chains(kept.masks.now)
    if len(documents) == 1:
        row = documents[0]
        risks = [float(one.state.document_risk[row]) for one in (corpus, kept)]
        limit = float(corpus.demands.theta_doc[row])
        plans = _for_document(kept, row, limit, candidates)
    else:
        path = list(range(len(documents) - 1))
        risks = [one.along(documents).chain_risk(documents, path) for one in (corpus, kept)]
        limit = kept.limit_along(documents)
        plans = _for_chain(kept, tuple(documents), limit, candidates)
    found = list(islice(plans, _TRIED)) if is_above(risks[1], limit) else []
    priced = sorted(((candidates.total(list(masks)), masks) for masks in found), key=itemgetter(0))[:shown]
    return DecidedFor(
        documents=corpus.names(documents),
        risk=risks[0],
        risk_without=risks[1],
        limit=limit,
        cost=candidates.total([entity]),
    ), [
        AlternativeMask(**corpus.named(masks[0]), cost=cost, masks=[EntityName(**corpus.named(mask)) for mask in masks])
        for cost, masks in priced
    ]


def _for_document(kept: MaskedCorpus, row: int, limit: float, candidates: Candidates) -> Iterator[tuple[int, ...]]:
    incidence = kept.incidence
    limits = np.ones(incidence.documents)
    limits[row] = limit
    start = CorpusState(incidence, kept.masks.now)
    entities = start.entities_of(row)
    entities = entities[candidates.allowed[entities] & ~start.in_documents[entities]]
    for entity in entities[falling(importance(incidence)[entities])].tolist():
        state = CorpusState(incidence, kept.masks.now)
        state.mask(entity)
        masks = (entity, *(choice.entity for choice in document_stage(state, limits, candidates.allowed)))
        if not is_above(float(state.document_risk[row]), limit):
            yield masks


def _for_chain(
    kept: MaskedCorpus, documents: tuple[int, ...], limit: float, candidates: Candidates
) -> Iterator[tuple[int, ...]]:
    links = tuple(range(len(documents) - 1))
    start = kept.along(documents)
    entities, impacts = ChainEvaluator(start, documents, links).impacts()
    useful = candidates.allowed[entities] & (impacts > 0)
    entities, impacts = entities[useful], impacts[useful]
    for entity in entities[falling(impacts)].tolist():
        state = start.copy()
        state.mask(entity)
        chain = Violation(-state.chain_risk(documents, links), documents, links, limit)
        further = treat(state, kept.chain_risks, chain, candidates) if is_above(chain.value, limit) else []
        masks = (entity, *(choice.entity for choice in further))
        if not is_above(state.chain_risk(documents, links), limit):
            yield masks
