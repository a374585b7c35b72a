"""What coarser values add to risks: a masked entity of which "March 2019" stays is not hidden altogether.

A document shows the values of its unmasked entities and the coarser ones that stand in place of others. A coarser value
g counts in R(d) where it stands and nothing finer under it is shown; its relevance there is the largest of what it
stands for. Two documents share v if it stands as a coarser value in one of them, and v or something under it is shown
in both; of several shared values in one branch the finest counts, and none above a shared entity. s_v takes the larger
relevance of the two. freq, and so u, is that of the corpus: masks change nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sanon.risk.hierarchy import NONE, ValueScores
from sanon.risk.incidence import Floats, Incidence, Integers
from sanon.risk.links import Links, SharedEntities, bound_of, candidate_pairs, sorted_links
from sanon.risk.masks import Hidden
from sanon.risk.scores import LARGEST_CONTRIBUTION, importance, log_survival, with_terms
from sanon.risk.shown_values import DocumentValues, LinkValues


@dataclass(frozen=True)
class Coarser:
    """Which coarser values stand in a corpus.

    Attributes:
        scores: of all values that may stand.
        shown: value in place of each masked entity, NONE for a label; (E,).
    """

    scores: ValueScores
    shown: Integers


class CoarserTerms:
    """What the coarser values that stand in a corpus add to the risk of documents and the strength of links.

    Args:
        coarser: the values; in place of entities that are not masked they do not stand.
        hidden: masks; entities with a coarser value in their place are hidden like labels.
    """

    def __init__(self, incidence: Incidence, coarser: Coarser, hidden: Hidden) -> None:
        entity = np.flatnonzero((coarser.shown != NONE) & hidden.in_documents)
        self._incidence, self._hidden = incidence, hidden
        self._values = DocumentValues(incidence, coarser.scores, hidden.in_documents, entity, coarser.shown[entity])
        self._values.show(np.arange(len(entity)))

    def document_terms(self) -> Floats:
        """Σ ln(1 − c(g,d)) over the coarser values that count in each document; (N,)."""
        return self._values.terms(np.arange(self._incidence.documents))

    def link_terms(self, links: Links) -> Floats:
        """Σ ln(1 − s_v) over the coarser values that the ends of each link share; (L,)."""
        shared = LinkValues(self._values, links.a, links.b)
        shared.block(links, self._hidden.in_documents)
        return shared.terms(np.arange(len(links.a)))

    def opened(self, links: Links, edge_threshold: float) -> Links:
        """Links that only coarser values make: pairs that are none before any mask, and reach the threshold now."""
        possible = openable_links(self._incidence, links, self._values, self._hidden, edge_threshold)
        terms = self.link_terms(possible)
        strength = with_terms(possible.strength(self._hidden.in_links), terms)
        return possible.select((terms < 0.0) & (strength >= edge_threshold))


def openable_links(
    incidence: Incidence, links: Links, values: DocumentValues, hidden: Hidden, edge_threshold: float
) -> Links:
    """Pairs that are no link before any mask and may reach the threshold by what they may show.

    They are few, and found once, by the prefix filter of `sanon.risk.links`, in which values take part like entities. A
    document that shows a value shows all above it too, and of a branch the finest counts; so a value that stands alone
    under the next coarser one weighs what it adds to that.

    Args:
        links: before any mask.
        values: that may be shown.
        hidden: masks; entities with a coarser value in their place are hidden like labels.
        edge_threshold: of links, in (0, 1].
    """
    both, weight = _with_values(incidence, values, hidden)
    bound = bound_of(edge_threshold)
    # No pair has the key at the end, so that every search ends at one.
    linked = np.append(links.a * incidence.documents + links.b, incidence.documents**2)
    shared = SharedEntities(incidence)
    found = []
    for a, b in candidate_pairs(both, weight, weight, bound):
        keys = a * incidence.documents + b
        new = linked[np.searchsorted(linked, keys)] != keys
        a, b = a[new], b[new]
        most = LinkValues(values, a, b).most(len(a))
        some = np.flatnonzero(most > 0.0)
        pairs = shared.of(a[some], b[some])
        by_entities = -np.log1p(-np.minimum(pairs.strength(hidden.in_links), LARGEST_CONTRIBUTION))
        found.append(pairs.select(most[some] + by_entities >= bound))
    return sorted_links(found)


def _with_values(incidence: Incidence, values: DocumentValues, hidden: Hidden) -> tuple[Incidence, Floats]:
    """Documents × (entities that no mask hides from links, and values), and what each mention weighs at most."""
    seen = np.flatnonzero(~hidden.in_links[incidence.entity])
    most = np.zeros(values.values)
    np.maximum.at(most, values.value, values.largest)
    own = -log_survival(most * values.unit)
    document = values.keys // values.values
    above = values.up[values.value]
    has = above != NONE
    at, _ = values.place(document * values.values + above)
    alone = has & (np.bincount(at[has], minlength=len(at))[at] == 1)
    of_value = np.where(alone, np.maximum(own[values.value] - own[above], 0.0), own[values.value])

    document = np.concatenate([incidence.document[seen], document])
    column = np.concatenate([incidence.entity[seen], incidence.entities + values.value])
    weight = np.concatenate([-log_survival(importance(incidence))[incidence.entity[seen]], of_value])
    order = np.lexsort((column, document))
    columns = incidence.entities + values.values
    start = np.zeros(incidence.documents + 1, dtype=np.int64)
    np.cumsum(np.bincount(document, minlength=incidence.documents), out=start[1:])
    nameless = [""] * columns
    both = Incidence(
        incidence.source_ids, nameless, nameless, np.ones(columns), start, column[order], np.ones(len(order))
    )
    return both, weight[order]
