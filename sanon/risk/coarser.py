"""What coarser values add to risks: a masked entity of which "March 2019" stays is not hidden altogether.

A document shows the values of its unmasked entities and the coarser ones that stand in place of others. A coarser value
g counts in R(d) where it stands and nothing finer under it is shown; its relevance there is the largest of what it
stands for. Two documents share v if it stands as a coarser value in one of them, and v or something under it is shown
in both; of several shared values in one branch the finest counts, and none above a shared entity. s_v takes the larger
relevance of the two. freq, and so u, is that of the corpus: masks change nothing of it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Booleans, Floats, Incidence, Integers
from sanon.risk.links import Links, bound_of
from sanon.risk.masks import Hidden
from sanon.risk.scores import LARGEST_CONTRIBUTION, importance, log_survival, sum_by, uniqueness

#: Rounding of a bound must not hide a pair.
_SLACK = 1e-9
#: With so many documents a document is compared one by one.
_FEW = 1_000


class Showing(NamedTuple):
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


class _Unmasked(NamedTuple):
    """What a document shows whatever stands in place of its masks.

    Attributes:
        relevance, kept, entities: as in `Showing`, of unmasked entities alone.
        masked: its masked entities, with their relevance.
    """

    relevance: Mapping[int, float]
    kept: frozenset[int]
    entities: frozenset[int]
    masked: Sequence[tuple[int, float]]


class _Shareable(NamedTuple):
    """What a document may share with others.

    Attributes:
        documents: that mention it, or something under it.
        relevance: there; parallel.
        own: relevance in the document itself.
        unit: uniqueness times weight of the type.
        above: what the next coarser value weighs at least, if it counts beside this one.
        most: that it weighs in any document.
    """

    documents: Integers
    relevance: Floats
    own: float
    unit: float
    above: float
    most: float

    def weights(self) -> Floats:
        """At most what a pair shares of it, −ln(1 − s), parallel to the documents."""
        return self._weights(self.relevance)

    def weights_in(self, documents: Integers) -> Floats:
        """The same in some documents, 0 where it is not."""
        place = np.minimum(np.searchsorted(self.documents, documents), len(self.documents) - 1)
        return np.where(self.documents[place] == documents, self._weights(self.relevance[place]), 0.0)

    def _weights(self, relevance: Floats) -> Floats:
        shared = log_survival(np.maximum(relevance, self.own) * self.unit)
        return np.maximum(-shared - self.above, 0.0)


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
        self._documents: dict[int, Showing] = {}
        self._unmasked: dict[int, _Unmasked] = {}
        self._relevance: dict[int, dict[int, float]] = {}
        self._active = Counter(self.shown[self.shown != NONE].tolist())
        self._unit = uniqueness(incidence) * incidence.weight
        self._importance = -log_survival(importance(incidence))
        self._begin, self._order = incidence.by_entity
        #: Relevance of the entities of one document while others are compared with it, −1 of all others.
        self._own = np.full(incidence.entities, -1.0)

    def documents_of(self, entity: int) -> Integers:
        """Rows of the documents that mention an entity, ascending."""
        return self.incidence.document[self._order[self._begin[entity] : self._begin[entity + 1]]]

    def put(self, entity: int, value: int) -> dict[int, Showing]:
        """Let a value stand in place of a masked entity; NONE takes it away.

        Returns:
            What the documents showed, for `put_back`.
        """
        before = int(self.shown[entity])
        for one, change in ((before, -1), (value, 1)):
            if one != NONE:
                self._active[one] += change
                if not self._active[one]:
                    del self._active[one]
        self.shown[entity] = value
        showed = {}
        for document in self.documents_of(entity).tolist():
            if document in self._documents:
                showed[document] = self._documents.pop(document)
        return showed

    def put_back(self, entity: int, value: int, showed: Mapping[int, Showing]) -> None:
        """Undo a `put`: the value of before, and what the documents showed then."""
        self.put(entity, value)
        self._documents.update(showed)

    def widest(self, value: int) -> int:
        """The coarsest value that stands somewhere and is the value or above it; else the value."""
        standing = [up for up in self.spread.hierarchy.above(value) if up in self._active]
        return standing[-1] if standing else value

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
        shared = {v for v in one.coarse if v in other.relevance}
        shared.update(v for v in other.coarse if v in one.relevance)
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
        one, other = self._relevance_in(a), self._relevance_in(b)
        # Few entities in each: sets are faster than arrays here.
        return sum(
            math.log1p(-min(max(one[entity], other[entity]) * self._unit[entity], LARGEST_CONTRIBUTION))
            for entity in sorted(one.keys() & other.keys())
            if not in_links[entity]
        )

    def shows_of(self, document: int, roots: Collection[int]) -> bool:
        """Whether a document shows anything at or under one of some values."""
        relevance = self._of(document).relevance
        return any(root in relevance for root in roots)

    def partners(self, document: int, edge_threshold: float, roots: Collection[int] | None = None) -> list[int]:
        """Documents that a document may be linked with through a coarser value: all that are, and few others.

        A prefix filter: its values and entities by falling frequency; while those left out weigh less in all than a
        link needs, a partner must share others, and all together must weigh enough.

        Args:
            document: row.
            edge_threshold: of links.
            roots: only documents that mention one of these values or something under it; None for all.
        """
        found = self._shareable(document)
        if not found:
            return []
        if roots is not None and sum(len(self.spread.documents[root]) for root in roots) <= _FEW:
            rows = [self.spread.documents[root] for root in roots]
            among = rows[0] if len(rows) == 1 else np.unique(np.concatenate(rows))
            return self._partners_among(document, among, found, bound_of(edge_threshold))
        for entity, relevant in self._relevance_in(document).items():
            if not self.hidden.in_links[entity]:
                mentions = self._order[self._begin[entity] : self._begin[entity + 1]]
                unit, most = float(self._unit[entity]), float(self._importance[entity])
                there, of_others = self.incidence.document[mentions], self.incidence.relevance[mentions]
                found.append(_Shareable(there, of_others, relevant, unit, 0.0, most))
        found.sort(key=lambda one: -len(one.documents))
        bound, left_out = bound_of(edge_threshold), 0.0
        for place, one in enumerate(found):
            if left_out + one.most >= bound:
                rest = found[place:]
                distinct, which = np.unique(np.concatenate([one.documents for one in rest]), return_inverse=True)
                together = np.bincount(which, np.concatenate([one.weights() for one in rest]))
                possible = (together + left_out >= bound - _SLACK) & (distinct != document)
                if roots is not None:
                    possible &= self._mention(distinct, roots)
                # The rarest of the common ones first: they weigh most.
                for common in reversed(found[:place]):
                    if not possible.any():
                        return []
                    distinct, together = distinct[possible], together[possible]
                    together = together + common.weights_in(distinct)
                    left_out -= common.most
                    possible = together + left_out >= bound - _SLACK
                others: list[int] = distinct[possible].tolist()
                return others
            left_out += one.most
        return []

    def _partners_among(self, document: int, others: Integers, values: Sequence[_Shareable], bound: float) -> list[int]:
        """Of some documents, those with which a document may share entities and values that weigh enough."""
        begin, entity, relevance = self._linking
        others = others[others != document]
        mine = slice(int(begin[document]), int(begin[document + 1]))
        self._own[entity[mine]] = relevance[mine]
        sizes = begin[others + 1] - begin[others]
        of_other = np.repeat(np.arange(len(others)), sizes)
        mention = np.arange(len(of_other)) + np.repeat(begin[others] - np.cumsum(sizes) + sizes, sizes)
        own = self._own[entity[mention]]
        shared = own >= 0.0
        self._own[entity[mine]] = -1.0
        mention = mention[shared]
        terms = log_survival(np.maximum(own[shared], relevance[mention]) * self._unit[entity[mention]])
        together = sum_by(of_other[shared], -terms, len(others))
        left_out = sum(value.most for value in values)
        for value in (None, *values):
            if value is not None:
                together = together + value.weights_in(others)
                left_out -= value.most
            possible = together + left_out >= bound - _SLACK
            others, together = others[possible], together[possible]
            if not len(others):
                break
        enough: list[int] = others.tolist()
        return enough

    @cached_property
    def _linking(self) -> tuple[Integers, Integers, Floats]:
        """Where the mentions that no mask hides from links begin in each document; their entities and relevance."""
        seen = ~self.hidden.in_links[self.incidence.entity]
        counts = np.bincount(self.incidence.document[seen], minlength=self.incidence.documents)
        begin = np.concatenate([[0], np.cumsum(counts)])
        return begin, self.incidence.entity[seen], self.incidence.relevance[seen]

    def _mention(self, documents: Integers, roots: Collection[int]) -> Booleans:
        """Which documents mention a value or something under it; parallel to them."""
        found = np.zeros(len(documents), dtype=np.bool_)
        for root in roots:
            there = self.spread.documents[root]
            place = np.minimum(np.searchsorted(there, documents), len(there) - 1)
            found |= there[place] == documents
        return found

    def _shareable(self, document: int) -> list[_Shareable]:
        """Values of a document, with weights that sum up to at least what a pair shares of them.

        Of several shared values in one branch the finest counts; so a value weighs what it adds to the one above it,
        unless another one stands under that too.
        """
        relevance, parent, unit = self._of(document).relevance, self.spread.hierarchy.parent, self.spread.unit
        active = [value for value in relevance if value in self._active]
        siblings = Counter(int(parent[value]) for value in active)
        found = []
        for value in active:
            up = int(parent[value])
            alone = up in relevance and up in self._active and siblings[up] == 1
            above = -self._term(up, relevance[up]) if alone else 0.0
            most = max(-self._term(value, 1.0) - above, 0.0)
            of_others = self.spread.relevance[value]
            found.append(
                _Shareable(self.spread.documents[value], of_others, relevance[value], float(unit[value]), above, most)
            )
        return found

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
        return math.log1p(-min(relevance * float(self.spread.unit[value]), LARGEST_CONTRIBUTION))

    def _mentions(self, document: int) -> slice:
        return slice(int(self.incidence.start[document]), int(self.incidence.start[document + 1]))

    def _relevance_in(self, document: int) -> dict[int, float]:
        if document not in self._relevance:
            there = self._mentions(document)
            pairs = zip(self.incidence.entity[there].tolist(), self.incidence.relevance[there].tolist(), strict=True)
            self._relevance[document] = dict(pairs)
        return self._relevance[document]

    def _shared_entities(self, a: int, b: int) -> tuple[Integers, Floats]:
        of_a, of_b = self._mentions(a), self._mentions(b)
        entity, relevance = self.incidence.entity, self.incidence.relevance
        shared, in_a, in_b = np.intersect1d(entity[of_a], entity[of_b], assume_unique=True, return_indices=True)
        return shared, np.maximum(relevance[of_a][in_a], relevance[of_b][in_b])

    def _of(self, document: int) -> Showing:
        if document not in self._documents:
            self._documents[document] = self._look(document)
        return self._documents[document]

    def _look(self, document: int) -> Showing:
        if document not in self._unmasked:
            self._unmasked[document] = self._look_once(document)
        relevance, kept, entities, masked = self._unmasked[document]
        shown = [(int(self.shown[entity]), relevant) for entity, relevant in masked]
        coarse = [(value, relevant) for value, relevant in shown if value != NONE]
        relevance = dict(relevance)
        for value, relevant in coarse:
            for one in (value, *self.spread.hierarchy.above(value)):
                relevance[one] = max(relevant, relevance.get(one, 0.0))
        return Showing(relevance, frozenset(value for value, _ in coarse), kept, entities)

    def _look_once(self, document: int) -> _Unmasked:
        relevance: dict[int, float] = {}
        kept, masked = dict[int, int](), list[tuple[int, float]]()
        for entity, relevant in self._relevance_in(document).items():
            value = int(self.spread.hierarchy.node[entity])
            if self.hidden.in_documents[entity]:
                masked.append((entity, relevant))
            elif value != NONE:
                kept[entity] = value
                for one in (value, *self.spread.hierarchy.above(value)):
                    relevance[one] = max(relevant, relevance.get(one, 0.0))
        return _Unmasked(relevance, frozenset(kept.values()), frozenset(kept), masked)
