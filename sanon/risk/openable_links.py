"""Pairs of documents that coarser values may link: few, found once, by the prefix filter of `sanon.risk.links`.

Values take part in it like entities. A document that shows a value shows all above it too, and of a branch the finest
counts; so a value that stands alone under the next coarser one weighs what it adds to that.
"""

from __future__ import annotations

import numpy as np

from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Floats, Incidence
from sanon.risk.links import Links, SharedEntities, bound_of, candidate_pairs, sorted_links
from sanon.risk.masks import Hidden
from sanon.risk.scores import LARGEST_CONTRIBUTION, importance, log_survival
from sanon.risk.shown_values import DocumentValues, LinkValues


def openable_links(
    incidence: Incidence, links: Links, values: DocumentValues, hidden: Hidden, edge_threshold: float
) -> Links:
    """Pairs that are no link before any mask and may reach the threshold by what they may show.

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
    for a, b in candidate_pairs(both, weight, bound):
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
