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
from sanon.risk.links import Links
from sanon.risk.masks import Hidden
from sanon.risk.openable_links import openable_links
from sanon.risk.scores import with_terms
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
