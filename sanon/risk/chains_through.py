"""The worst chains through some documents, without enumerating all others.

Best first: a partial path that holds one of the documents grows at its right end, then at its left; what it can still
reach is bounded by the best walks from its ends. The first `limit` chains that no bound exceeds are the worst.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, risk_of_weight
from sanon.risk.incidence import Floats

#: A bound and what it bounds are sums in different orders: rounding must not drop a path.
_SLACK = 1e-12


class FoundChain(NamedTuple):
    """A chain: rows of its documents with first < last, and its risk."""

    documents: tuple[int, ...]
    risk: float


class _Partial(NamedTuple):
    """A path that may grow, or (if complete) a chain; ordered by what it can reach, then so that ties end soon."""

    falling_bound: float
    growing: bool
    falling_length: int
    documents: tuple[int, ...]
    left_only: bool
    weight: float


def worst_chains_through(
    graph: LinkGraph, documents: Iterable[int], max_chain_length: int, limit: int
) -> list[FoundChain]:
    """The `limit` worst chains of 2..k documents that hold at least one of some documents, by falling risk.

    Args:
        graph: links with their hop risks.
        documents: rows.
    """
    return _Search(graph, max_chain_length, limit).run(documents)


class _Search:
    def __init__(self, graph: LinkGraph, max_chain_length: int, limit: int) -> None:
        self._graph, self._longest, self._limit = graph, max_chain_length, limit
        self._bounds = graph.best_walks(max_chain_length - 1)
        self._heap: list[_Partial] = []
        self._seen: set[tuple[int, ...]] = set()
        #: Weights of the worst chains seen; a path that cannot exceed the least of them is dropped.
        self._best: list[float] = []

    def run(self, documents: Iterable[int]) -> list[FoundChain]:
        for document in sorted(set(documents)):
            self._push((document,), 0.0, left_only=False)
        found: list[FoundChain] = []
        while self._heap and len(found) < self._limit:
            partial = heapq.heappop(self._heap)
            if partial.growing:
                self._grow(partial)
            else:
                found.append(FoundChain(partial.documents, float(risk_of_weight(np.array(partial.weight)))))
        return found

    def _push(self, path: tuple[int, ...], weight: float, *, left_only: bool) -> None:
        hops = self._longest - len(path)
        bound = weight + self._reach(path, hops, left_only=left_only)
        if hops and (len(self._best) < self._limit or bound >= self._best[0] - _SLACK):
            heapq.heappush(self._heap, _Partial(-bound, True, -len(path), path, left_only, weight))

    def _reach(self, path: tuple[int, ...], hops: int, *, left_only: bool) -> float:
        """The most that some more hops can add."""
        first, last = path[0], path[-1]
        if left_only:
            return float(self._bounds[hops][first])
        return max(float(self._bounds[i][last] + self._bounds[hops - i][first]) for i in range(hops + 1))

    def _grow(self, partial: _Partial) -> None:
        path, end = partial.documents, partial.documents[0 if partial.left_only else -1]
        edges = slice(int(self._graph.begin[end]), int(self._graph.begin[end + 1]))
        following = self._graph.neighbour[edges]
        weights: Floats = partial.weight + self._graph.weight[self._graph.link[edges]]
        for document, weight in zip(following.tolist(), weights.tolist(), strict=True):
            if document not in path:
                longer = (document, *path) if partial.left_only else (*path, document)
                self._complete(longer, weight)
                self._push(longer, weight, left_only=partial.left_only)
        if not partial.left_only:
            self._push(path, partial.weight, left_only=True)

    def _complete(self, path: tuple[int, ...], weight: float) -> None:
        """A path is a chain too, once from either end."""
        chain = min(path, path[::-1])
        if chain in self._seen or (len(self._best) == self._limit and weight < self._best[0]):
            return
        self._seen.add(chain)
        heapq.heappush(self._heap, _Partial(-weight, False, -len(chain), chain, False, weight))
        heapq.heappush(self._best, weight)
        if len(self._best) > self._limit:
            heapq.heappop(self._best)
