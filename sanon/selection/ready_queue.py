"""A queue whose entities become ready when none before them is near: a schedule of what can be decided at once."""

from __future__ import annotations

import numpy as np

from sanon.risk.chains import LinkGraph
from sanon.risk.incidence import Incidence, Integers, each_of

#: A rank after all others: no entity waits.
_NONE = np.iinfo(np.int64).max


class ReadyQueue:
    """A queue in which an entity is ready when no entity before it is within some links of its documents.

    Keeps for each document the first entity that waits there, and within one link, within two, …; when an entity is
    done, only what lies around its documents changes. All entities of a document are near each other, so they go in
    their order.

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
        self._queue = np.append(rank[queue], _NONE)
        rows = np.arange(incidence.documents)
        waiting = self._documents[queue]
        self._next, self._end = np.searchsorted(waiting, rows), np.searchsorted(waiting, rows, side="right")
        self._nearest = [self._first_in(rows)]
        for _ in range(hops):
            self._nearest.append(self._first_around(rows, len(self._nearest)))

    def ready(self) -> Integers:
        """Ranks of all entities that are ready at the beginning."""
        return self._ready_among(np.arange(len(self._begin) - 1))

    def complete(self, ranks: Integers) -> Integers:
        """Ranks of the entities that become ready when some that were ready are done; a few were ready before."""
        _, at = each_of(self._begin, ranks)
        changed = self._documents[at]
        self._next[changed] += 1
        before = self._nearest[0][changed]
        self._nearest[0][changed] = self._first_in(changed)
        for hop, nearest in enumerate(self._nearest[1:], start=1):
            # Ranks only rise: what is nearest changes only where it was one of those that are done.
            place, edge = each_of(self._graph.begin, changed)
            around = self._graph.neighbour[edge]
            was_first = nearest[around] == before[place]
            itself = nearest[changed] == before
            changed = np.unique(np.concatenate([changed[itself], around[was_first]]))
            before, nearest[changed] = nearest[changed], self._first_around(changed, hop)
        candidates = np.unique(self._nearest[-1][changed])
        return self._ready_among(candidates[candidates != _NONE])

    def _ready_among(self, ranks: Integers) -> Integers:
        place, at = each_of(self._begin, ranks)
        before = self._nearest[-1][self._documents[at]] < ranks[place]
        ready: Integers = ranks[np.bincount(place[before], minlength=len(ranks)) == 0]
        return ready

    def _first_in(self, documents: Integers) -> Integers:
        """Rank of the first entity that waits in each of some documents."""
        there = self._next[documents]
        first: Integers = self._queue[np.where(there < self._end[documents], there, -1)]
        return first

    def _first_around(self, documents: Integers, hop: int) -> Integers:
        """Rank of the first entity that waits within so many links of each of some documents."""
        nearest = self._nearest[hop - 1]
        place, edge = each_of(self._graph.begin, documents)
        found = nearest[documents]
        if len(edge):
            first = np.flatnonzero(np.diff(place, prepend=-1))
            around = np.minimum.reduceat(nearest[self._graph.neighbour[edge]], first)
            found[place[first]] = np.minimum(found[place[first]], around)
        return found
