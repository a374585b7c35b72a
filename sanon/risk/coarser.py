"""What coarser values add to risks: a masked entity of which "March 2019" stays is not hidden altogether.

A document shows the values of its unmasked entities and the coarser ones that stand in place of others. A coarser value
g counts in R(d) where it stands and nothing finer under it is shown; its relevance there is the largest of what it
stands for. Two documents share v if it stands as a coarser value in one of them, and v or something under it is shown
in both; of several shared values in one branch the finest counts, and none above a shared entity. s_v takes the larger
relevance of the two. freq, and so u, is that of the corpus: masks change nothing of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.risk.links import Links, bound_of
from sanon.risk.masks import Hidden
from sanon.risk.scores import LARGEST_CONTRIBUTION, importance, log_survival, uniqueness


class _Document(NamedTuple):
    """What one document shows.

    Attributes:
        relevance: of every value that it, or something under it, is shown; the largest.
        coarse: values that stand in place of masked entities.
        kept: values of unmasked entities.
        entities: unmasked entities that have a value.
    """

    relevance: dict[int, float]
    coarse: frozenset[int]
    kept: frozenset[int]
    entities: frozenset[int]


@dataclass(frozen=True)
class Coarser:
    """Which coarser values stand in a corpus.

    Attributes:
        spread: the values.
        shown: value in place of each masked entity, NONE for a label; (E,).
    """

    spread: Spread
    shown: Integers


class CoarserValues:
    """The coarser values that stand in a corpus; grows and shrinks.

    Args:
        incidence: the corpus.
        spread: its values.
        hidden: masks; entities with a coarser value in their place are hidden like labels.
        shown: value in place of each masked entity, NONE for a label; (E,).
    """

    def __init__(self, incidence: Incidence, spread: Spread, hidden: Hidden, shown: Integers) -> None:
        self.incidence, self.spread, self.hidden = incidence, spread, hidden
        self.shown = np.where(hidden.in_documents, shown, NONE)
        self._documents: dict[int, _Document] = {}
        self._active = Counter(self.shown[self.shown != NONE].tolist())
        self._unit = uniqueness(incidence) * incidence.weight
        self._importance = -log_survival(importance(incidence))
        self._value_weight = -log_survival(spread.unit)
        self._begin, self._order = incidence.by_entity

    def documents_of(self, entity: int) -> Integers:
        """Rows of the documents that mention an entity, ascending."""
        return self.incidence.document[self._order[self._begin[entity] : self._begin[entity + 1]]]

    def put(self, entity: int, value: int) -> None:
        """Let a value stand in place of a masked entity; NONE takes it away."""
        before = int(self.shown[entity])
        for one, change in ((before, -1), (value, 1)):
            if one != NONE:
                self._active[one] += change
                if not self._active[one]:
                    del self._active[one]
        self.shown[entity] = value
        for document in self.documents_of(entity).tolist():
            self._documents.pop(document, None)

    def document_term(self, document: int) -> float:
        """Σ ln(1 − c(g,d)) over the coarser values that count in a document."""
        there = self._of(document)
        finer = there.coarse | there.kept
        above = {up for value in finer for up in self.spread.hierarchy.above(value)}
        counting = there.coarse - there.kept - above
        return sum(self._term(value, there.relevance[value]) for value in sorted(counting))

    def shared_term(self, a: int, b: int) -> float:
        """Σ ln(1 − s_v) over the coarser values that two documents share."""
        one, other = self._of(a), self._of(b)
        shared = {v for v in one.coarse | other.coarse if v in one.relevance and v in other.relevance}
        if not shared:
            return 0.0
        node = self.spread.hierarchy.node
        entities = {int(node[entity]) for entity in one.entities & other.entities}
        above = {up for value in shared | entities for up in self.spread.hierarchy.above(value)}
        return sum(
            self._term(value, max(one.relevance[value], other.relevance[value]))
            for value in sorted(shared - entities - above)
        )

    def entity_term(self, a: int, b: int) -> float:
        """Σ ln(1 − s_e) over the entities that two documents share and that no mask hides from links."""
        return self.entity_term_under(a, b, self.hidden.in_links)

    def entity_term_under(self, a: int, b: int, in_links: Booleans) -> float:
        """The same under other masks; (E,)."""
        shared, relevance = self._shared_entities(a, b)
        seen = ~in_links[shared]
        return float(log_survival(relevance[seen] * self._unit[shared[seen]]).sum())

    def partners(self, document: int, edge_threshold: float) -> list[int]:
        """Documents that a document may be linked with through a coarser value: all that are, and few others.

        A prefix filter: its values and entities by falling frequency; while those left out weigh less in all than a
        link needs, a partner must share another.
        """
        there = self._of(document)
        mentioned = self._mentions(document)
        entities = self.incidence.entity[mentioned]
        linking = entities[~self.hidden.in_links[entities]].tolist()
        values = [value for value in there.relevance if value in self._active]
        if not values:
            return []
        found = [(self.documents_of(entity), float(self._importance[entity])) for entity in linking]
        found += [(self.spread.documents[value], float(self._value_weight[value])) for value in values]
        found.sort(key=lambda one: -len(one[0]))
        bound, left_out = bound_of(edge_threshold), 0.0
        for place, (_, weight) in enumerate(found):
            left_out += weight
            if left_out >= bound:
                others = np.unique(np.concatenate([documents for documents, _ in found[place:]]))
                return [other for other in others.tolist() if other != document]
        return []

    def coarse_documents(self) -> list[int]:
        """Documents in which a coarser value stands, ascending."""
        entities = np.flatnonzero(self.shown != NONE).tolist()
        return sorted({document for entity in entities for document in self.documents_of(entity).tolist()})

    def document_terms(self) -> Floats:
        """`document_term` of every document; (N,)."""
        terms = np.zeros(self.incidence.documents)
        for document in self.coarse_documents():
            terms[document] = self.document_term(document)
        return terms

    def link_terms(self, links: Links) -> Floats:
        """`shared_term` of every link; (L,)."""
        terms = np.zeros(len(links.a))
        coarse = np.zeros(self.incidence.documents, dtype=np.bool_)
        coarse[self.coarse_documents()] = True
        for link in np.flatnonzero(coarse[links.a] | coarse[links.b]).tolist():
            terms[link] = self.shared_term(int(links.a[link]), int(links.b[link]))
        return terms

    def opened(self, links: Links, edge_threshold: float) -> Links:
        """Links that only coarser values make: pairs that are none before any mask, and reach the threshold now."""
        known = set(zip(links.a.tolist(), links.b.tolist(), strict=True))
        pairs = sorted(pair for pair in self._possible_pairs(edge_threshold) if pair not in known)
        a, b, via, terms, start = [], [], list[Integers](), list[Floats](), [0]
        for one, other in pairs:
            shared = self.shared_term(one, other)
            if shared < 0.0 and -np.expm1(shared + self.entity_term(one, other)) >= edge_threshold:
                entities, relevance = self._shared_entities(one, other)
                a.append(one)
                b.append(other)
                via.append(entities)
                terms.append(log_survival(relevance * self._unit[entities]))
                start.append(start[-1] + len(entities))
        return Links(
            np.array(a, dtype=np.int64),
            np.array(b, dtype=np.int64),
            np.array(start, dtype=np.int64),
            np.concatenate(via) if via else np.zeros(0, dtype=np.int64),
            np.concatenate(terms) if terms else np.zeros(0),
        )

    def _possible_pairs(self, edge_threshold: float) -> set[tuple[int, int]]:
        return {
            (min(document, other), max(document, other))
            for document in self.coarse_documents()
            for other in self.partners(document, edge_threshold)
        }

    def _term(self, value: int, relevance: float) -> float:
        return float(np.log1p(-min(relevance * self.spread.unit[value], LARGEST_CONTRIBUTION)))

    def _mentions(self, document: int) -> slice:
        return slice(int(self.incidence.start[document]), int(self.incidence.start[document + 1]))

    def _shared_entities(self, a: int, b: int) -> tuple[Integers, Floats]:
        of_a, of_b = self._mentions(a), self._mentions(b)
        entity, relevance = self.incidence.entity, self.incidence.relevance
        shared, in_a, in_b = np.intersect1d(entity[of_a], entity[of_b], assume_unique=True, return_indices=True)
        return shared, np.maximum(relevance[of_a][in_a], relevance[of_b][in_b])

    def _of(self, document: int) -> _Document:
        if document not in self._documents:
            self._documents[document] = self._look(document)
        return self._documents[document]

    def _look(self, document: int) -> _Document:
        relevance: dict[int, float] = {}
        coarse, kept, entities = set[int](), set[int](), set[int]()
        for entity, value, relevant in self._values_in(document):
            if self.hidden.in_documents[entity]:
                coarse.add(value)
            else:
                kept.add(value)
                entities.add(entity)
            for one in (value, *self.spread.hierarchy.above(value)):
                relevance[one] = max(relevant, relevance.get(one, 0.0))
        return _Document(relevance, frozenset(coarse), frozenset(kept), frozenset(entities))

    def _values_in(self, document: int) -> Iterator[tuple[int, int, float]]:
        mentions = self._mentions(document)
        pairs = zip(self.incidence.entity[mentions].tolist(), self.incidence.relevance[mentions].tolist(), strict=True)
        for entity, relevant in pairs:
            masked = self.hidden.in_documents[entity]
            value = int(self.shown[entity] if masked else self.spread.hierarchy.node[entity])
            if value != NONE:
                yield entity, value, relevant
