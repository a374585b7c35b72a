"""What the mask of one entity does, which coarser value could stand there, and what could be masked in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from sanon.results.explain import AlternativeMask, DecidedFor, EffectOnChain, EffectOnDocument, RungOfLadder
from sanon.results.risks import EntityName
from sanon.risk.hierarchy import NONE, ValueScores
from sanon.risk.limits import is_above
from sanon.risk.masks import Hidden
from sanon.risk.paths_near import worst_chains_through
from sanon.risk.scores import document_risk, importance
from sanon.selection.candidates import Candidates
from sanon.selection.chain_risks import ChainEvaluator
from sanon.selection.choice import falling
from sanon.selection.early_stages import document_stage
from sanon.selection.level_search import LevelSearch
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.masking_state import ChainState, CorpusState
from sanon.selection.strategies.greedy import treat
from sanon.selection.violations import Violation
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
    documents.sort(key=lambda one: (-round(abs(one.residual_risk - one.risk_without) / TIE), one.source_id))
    return Effects(documents, paths)


def explain_level(corpus: MaskedCorpus, scores: ValueScores, entity: int) -> list[RungOfLadder]:
    """Try the rungs of an entity from the finest to the one that stands there, all others as they are now.

    Args:
        corpus: with the masks and coarser values of now.
        scores: of the coarser values of the corpus.
        entity: column of a masked one.
    """
    shown = np.full(corpus.incidence.entities, NONE)
    if corpus.coarser is not None:
        shown = np.where(corpus.masks.now.in_documents, corpus.coarser.shown, NONE)
    own, rungs = int(shown[entity]), scores.hierarchy.rungs(entity)
    tried = rungs if own == NONE else rungs[: rungs.index(own)]
    # The value of now is taken away first, so that a rung is judged in its place.
    shown[entity] = NONE
    others = np.flatnonzero(shown != NONE)
    entities = np.concatenate([others, np.full(len(tried), entity)])
    options = np.concatenate([shown[others], np.array(tried, dtype=np.int64)])
    order = np.argsort(entities, kind="stable")
    search = LevelSearch(corpus.with_coarser(None), scores, entities[order], options[order], entities[order] != entity)
    first = int(np.searchsorted(entities[order], entity))
    found = []
    for level in range(1, len(tried) + 1):
        barred = search.barred(first + level - 1)
        risks = {"risk": barred.risk, "limit": barred.limit} if barred else {"risk": None, "limit": None}
        names = corpus.names(barred.documents) if barred else []
        found.append(RungOfLadder(level=level, shown=False, barred_by=names, **risks))
    if own != NONE:
        found.append(RungOfLadder(level=len(tried) + 1, shown=True, barred_by=[], risk=None, limit=None))
    return found


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
    impacts = ChainEvaluator(start, documents, links).impacts()
    useful = {one: impact for one, impact in impacts.items() if candidates.allowed[one] and impact > 0}
    entities = list(useful)
    for place in falling(np.array(list(useful.values()))).tolist():
        entity = entities[place]
        state = start.copy()
        state.mask(entity)
        chain = Violation(-state.chain_risk(documents, links), documents, links, limit)
        further = treat(state, kept.chain_risks, chain, candidates) if is_above(chain.value, limit) else []
        masks = (entity, *(choice.entity for choice in further))
        if not is_above(state.chain_risk(documents, links), limit):
            yield masks
