"""Whose turn it is: entities that wait for nobody before them within some links of their documents."""

from __future__ import annotations

import numpy as np

from sanon.risk.chains import LinkGraph
from sanon.risk.incidence import Incidence, Integers, each_of

#: Rank of nobody.
_NOBODY = np.iinfo(np.int64).max


class Turns:
    """A queue in which all may go who are far enough from everybody before them.

    Keeps for each document the first who waits there, and within one link, within two, …; when somebody is done, only
    what lies around changes. All entities of a document see each other, so they go in their order.

    Args:
        incidence: which document mentions which entity.
        order: entities in the order of their ranks, each with a document.
        graph: links.
        hops: within how many links of its documents an entity waits for others.
    """

    def __init__(self, incidence: Incidence, order: Integers, graph: LinkGraph, hops: int) -> None:
        self._graph = graph
        begin, mentions = incidence.by_entity
        rank, at = each_of(begin, order)
        self._documents = incidence.document[mentions[at]]
        self._begin = np.concatenate([[0], np.cumsum(np.bincount(rank, minlength=len(order)))])
        queue = np.lexsort((rank, self._documents))
        self._queue = np.append(rank[queue], _NOBODY)
        rows = np.arange(incidence.documents)
        self._next, self._end = (np.searchsorted(self._documents[queue], rows, side=side) for side in ("left", "right"))
        self._nearest = [self._first_of(rows)]
        for _ in range(hops):
            self._nearest.append(self._around(rows, len(self._nearest)))

    def first(self) -> Integers:
        """Ranks of all who wait for nobody at the beginning."""
        return self._waits_for_nobody(np.arange(len(self._begin) - 1))

    def done(self, ranks: Integers) -> Integers:
        """Ranks of those who wait for nobody any more, once some whose turn it was are done."""
        _, at = each_of(self._begin, ranks)
        changed = self._documents[at]
        self._next[changed] += 1
        before = self._nearest[0][changed]
        self._nearest[0][changed] = self._first_of(changed)
        for hop, nearest in enumerate(self._nearest[1:], start=1):
            # Who waits is ever later: what is nearest changes only where it was one of those who are done.
            place, edge = each_of(self._graph.begin, changed)
            around = self._graph.neighbour[edge]
            was_first = nearest[around] == before[place]
            itself = nearest[changed] == before
            changed = np.unique(np.concatenate([changed[itself], around[was_first]]))
            before, nearest[changed] = nearest[changed], self._around(changed, hop)
        candidates = np.unique(self._nearest[-1][changed])
        return self._waits_for_nobody(candidates[candidates != _NOBODY])

    def _waits_for_nobody(self, ranks: Integers) -> Integers:
        place, at = each_of(self._begin, ranks)
        before = self._nearest[-1][self._documents[at]] < ranks[place]
        free: Integers = ranks[np.bincount(place[before], minlength=len(ranks)) == 0]
        return free

    def _first_of(self, documents: Integers) -> Integers:
        """Rank of the first who waits in each of some documents."""
        there = self._next[documents]
        first: Integers = self._queue[np.where(there < self._end[documents], there, -1)]
        return first

    def _around(self, documents: Integers, hop: int) -> Integers:
        """Rank of the first who waits within so many links of each of some documents."""
        nearest = self._nearest[hop - 1]
        place, edge = each_of(self._graph.begin, documents)
        found = nearest[documents]
        if len(edge):
            first = np.flatnonzero(np.diff(place, prepend=-1))
            around = np.minimum.reduceat(nearest[self._graph.neighbour[edge]], first)
            found[place[first]] = np.minimum(found[place[first]], around)
        return found
