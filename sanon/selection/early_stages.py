"""The stages before the chain stage: lists, direct identifiers, documents. Each masks in a state and says what.

Lists and direct identifiers look at no risk. Then every document comes under θ_doc, the most important entities first:
at this level greedy by importance is right, since masking many harmless entities in place of one direct identifier
would leave the identifier readable (Zhou 2025, section 4.2.4). Where direct identifiers are masked and a background
says what gives a person away, any values will do that take enough risk, and words are spared instead: "in every
document Σ −ln(1 − c) of its masks is at least what it must lose" is a covering problem; greedy by the risk that a mask
still takes where it is needed, for each word (Wolsey, Combinatorica 2, 1982), and what is needed no longer at the end
is given back.
"""

from __future__ import annotations

import heapq

import numpy as np

from sanon.results.risks import Stage
from sanon.risk.incidence import Booleans, Floats, Integers
from sanon.risk.limits import above, is_above
from sanon.risk.scores import document_risk, frequency, importance
from sanon.selection.choice import Choice, falling
from sanon.selection.demands import Demands
from sanon.selection.masking_state import CorpusState


def early_choices(state: CorpusState, demands: Demands) -> list[Choice]:
    """Mask in `state` what all early stages choose; the limits of chains refer to what these leave."""
    theta_doc, allowed = demands.theta_doc, demands.candidates.allowed
    named = mask_named(state, demands.always, "list") + mask_named(state, demands.direct, "direct")
    if demands.words is None:
        return named + document_stage(state, theta_doc, allowed)
    return named + sparing_stage(state, theta_doc, allowed, demands.words)


def mask_named(state: CorpusState, named: Booleans, stage: Stage) -> list[Choice]:
    """Mask in `state` every named entity that a document mentions and that is not masked, in the order of the ids.

    A coarser value in place of another is an entity of the graph too, of its type, but stands in no original.

    Args:
        state: grows masks.
        named: (E,).
        stage: that names them.
    """
    scores = importance(state.incidence)
    mentioned = frequency(state.incidence) > 0
    entities: list[int] = np.flatnonzero(named & mentioned & ~state.in_documents).tolist()
    state.mask_all(entities)
    return [Choice(entity, stage, (), float(scores[entity]), 0.0, 0.0) for entity in entities]


def document_stage(state: CorpusState, theta_doc: Floats, allowed: Booleans) -> list[Choice]:
    """Mask in `state` until no document is above its θ_doc, and say what was masked and for which document.

    Documents go by falling risk before any mask (ties: source id); in each, the unmasked entity with the largest
    importance (ties: entity id) goes until R(d) ≤ θ_doc. Cost: the mentions of the documents above the limit, and of
    the documents that the masked entities stand in.

    Args:
        state: grows masks.
        theta_doc: limit of each document; (N,).
        allowed: entities that may be masked; (E,).
    """
    incidence = state.incidence
    unmasked_risk = document_risk(incidence, np.zeros(incidence.entities, dtype=np.bool_))
    scores = importance(incidence)
    choices: list[Choice] = []
    for document in falling(unmasked_risk):
        limit = float(theta_doc[document])
        if not is_above(state.document_risk[document], limit):
            continue
        entities = state.entities_of(document)
        for entity in entities[falling(scores[entities])]:
            before = float(state.document_risk[document])
            if not is_above(before, limit):
                break
            if state.in_documents[entity] or not allowed[entity]:
                continue
            state.mask(entity)
            after = float(state.document_risk[document])
            choices.append(Choice(int(entity), "document", (int(document),), before, after, limit))
    return choices


#: Relative difference of sums that is rounding.
_TIE = 1e-14


def sparing_stage(state: CorpusState, theta_doc: Floats, allowed: Booleans, words: Floats) -> list[Choice]:
    """Mask in `state` until no document is above its θ_doc, and say what was masked and for which document.

    Nothing is masked for a document that all allowed entities together cannot help more than some do. Cost: the
    mentions of the documents above the limit, sorted, and of the entities that are looked at again.

    Args:
        state: grows masks.
        theta_doc: limit of each document; (N,).
        allowed: entities that may be masked; (E,).
        words: that each entity hides in all documents, greater than 0; (E,).
    """
    cover = _Cover(state, theta_doc, allowed)
    chosen = cover.chosen(words)
    choices = []
    for entity, document in chosen:
        before = float(state.document_risk[document])
        state.mask(entity)
        after = float(state.document_risk[document])
        choices.append(Choice(entity, "document", (document,), before, after, float(theta_doc[document])))
    return choices


class _Cover:
    """What documents must lose, and what each mask would take.

    Attributes:
        need: −ln of what survives in a document, above that of its limit; 0 for one that is under it; (N,).
    """

    def __init__(self, state: CorpusState, theta_doc: Floats, allowed: Booleans) -> None:
        incidence = state.incidence
        over = above(state.document_risk, theta_doc)
        self.need = np.zeros(incidence.documents)
        terms = np.zeros(len(incidence.entity))
        for document in np.flatnonzero(over).tolist():
            own = -state.terms_of_document(document)
            self.need[document] = own.sum() + np.log1p(-theta_doc[document])
            terms[incidence.start[document] : incidence.start[document + 1]] = own
        helping = (terms > 0) & allowed[incidence.entity] & ~state.in_documents[incidence.entity]
        self._mentions = np.flatnonzero(helping)[np.argsort(incidence.entity[helping], kind="stable")]
        self._document, self._term = incidence.document[self._mentions], terms[self._mentions]
        self._entities, self._begin = np.unique(incidence.entity[self._mentions], return_index=True)
        self._end = np.append(self._begin, len(self._mentions))[1:]

    def chosen(self, words: Floats) -> list[tuple[int, int]]:
        """Entities with the document that each takes most from, in the order chosen."""
        need = self.need.copy()
        # What a mask takes only falls while others are chosen: a value computed earlier is an upper bound.
        heap = [(-self._taken(row, need).sum() / words[entity], row) for row, entity in enumerate(self._entities)]
        heapq.heapify(heap)
        rows: list[tuple[int, int]] = []
        while heap and (need > 0).any():
            _, row = heapq.heappop(heap)
            taken = self._taken(row, need)
            worth = taken.sum() / words[self._entities[row]]
            if heap and (-worth, row) > heap[0]:
                if worth > 0:
                    heapq.heappush(heap, (-worth, row))
            elif worth > 0:
                documents = self._documents(row)
                rows.append((row, int(documents[taken.argmax()])))
                need[documents] = self._left(need[documents] - self._terms(row), documents)
        return [(int(self._entities[row]), document) for row, document in self._needed(rows, words)]

    def _needed(self, rows: list[tuple[int, int]], words: Floats) -> list[tuple[int, int]]:
        """Without what the others make needless, the entities that hide most words first."""
        spare = -self.need
        for row, _ in rows:
            spare[self._documents(row)] += self._terms(row)
        # A document that stays above its limit keeps every mask that helps it.
        needless = set()
        for row, _ in sorted(rows, key=lambda one: (-words[self._entities[one[0]]], one[0])):
            documents = self._documents(row)
            left = spare[documents] - self._terms(row)
            if (left >= -_TIE * self.need[documents]).all():
                spare[documents] = left
                needless.add(row)
        return [one for one in rows if one[0] not in needless]

    def _taken(self, row: int, need: Floats) -> Floats:
        return np.minimum(self._terms(row), need[self._documents(row)])

    def _left(self, left: Floats, documents: Integers) -> Floats:
        return np.where(left > _TIE * self.need[documents], left, 0.0)

    def _terms(self, row: int) -> Floats:
        return self._term[self._begin[row] : self._end[row]]

    def _documents(self, row: int) -> Integers:
        return self._document[self._begin[row] : self._end[row]]
