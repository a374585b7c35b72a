"""Paths through some nodes of a graph, and no others: all of a weight, or the worst.

`PathsNear` walks a graph whose weights change: what one change can do to chains. `worst_chains_through` goes best
first: a partial path that holds one of the documents grows at its right end, then at its left; what it can still reach
is bounded by the best walks from its ends. The first chains that no bound exceeds are the worst.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, Paths, risk_of_weight
from sanon.risk.incidence import Booleans, Floats, Integers, each_of


class Saved(NamedTuple):
    """What a change replaced: the links and their weights, the nodes and the best that could follow each."""

    links: Integers
    weight: Floats
    nodes: Integers
    best: Floats


class PathsNear:
    """A graph whose weights, of links and of nodes at the ends of paths, change in place.

    Attributes:
        weight: of each link; (L,).
        end_weight: what a node adds at either end of a path, not negative; (N,).

    Args:
        graph: its links and first weights.
        a, b: the ends of each link; (L,).
    """

    def __init__(self, graph: LinkGraph, a: Integers, b: Integers) -> None:
        self._graph, self._a, self._b = graph, a, b
        self.weight = graph.weight.copy()
        self.end_weight = np.zeros(len(graph.degree)) if graph.end_weight is None else graph.end_weight.copy()
        #: No link of a node adds more, with the node that it leads to as the end.
        self._best = np.zeros(len(graph.degree))
        self._raise(np.arange(len(a)))
        self._most = float(self._best.max(initial=0.0))

    def links_of(self, nodes: Integers) -> Integers:
        """Links of some nodes, ascending."""
        _, edge = each_of(self._graph.begin, nodes)
        return np.unique(self._graph.link[edge])

    def set(self, links: Integers, weight: Floats) -> Saved:
        """Give links other weights, after `end_weight` has those of now; what to `restore`."""
        nodes = np.unique(np.concatenate([self._a[links], self._b[links]]))
        saved = Saved(links, self.weight[links], nodes, self._best[nodes])
        self.weight[links] = weight
        self._raise(links)
        self._most = max(self._most, float(self._best[nodes].max(initial=0.0)))
        return saved

    def restore(self, saved: Saved) -> None:
        """Undo the last change."""
        self.weight[saved.links], self._best[saved.nodes] = saved.weight, saved.best

    def through(self, nodes: Integers, longest: int, needed: float) -> Iterator[Paths]:
        """Simple paths of 2..longest nodes through some nodes whose weight is at least `needed`; some come twice."""
        hops = longest - 1
        none = np.zeros((len(nodes), 0), dtype=np.int64)
        arms = Paths(nodes[:, np.newaxis], none, np.zeros(len(nodes)))
        for length in range(1, hops + 1):
            # What can still follow goes on from here, or from the other side of the node, where it is no longer.
            arms = self._longer(arms, hops - length, needed)
            yield self._whole(arms, needed)
            paths = arms
            for other in range(1, min(length, hops - length) + 1):
                paths = _turned(self._longer(_turned(paths), min(length, hops - length) - other, needed))
                yield self._whole(paths, needed)

    def _raise(self, links: Integers) -> None:
        for one, other in ((self._a[links], self._b[links]), (self._b[links], self._a[links])):
            np.maximum.at(self._best, one, self.weight[links] + self.end_weight[other])

    def _longer(self, paths: Paths, hops_left: int, needed: float) -> Paths:
        """Paths with one node more at the right end that a path of the weight needed may have."""
        graph = self._graph
        at, edge = each_of(graph.begin, paths.nodes[:, -1])
        link, following = graph.link[edge], graph.neighbour[edge]
        weight, first = paths.weight[at] + self.weight[link], paths.nodes[at, 0]
        reach = self.end_weight[first] + self.end_weight[following]
        if hops_left:
            reach = np.maximum(reach, self.end_weight[first] + self._best[following])
            reach = np.maximum(reach, self.end_weight[following] + self._best[first]) + (hops_left - 1) * self._most
        useful = np.flatnonzero(weight + reach >= needed)
        at, link, following, weight = at[useful], link[useful], following[useful], weight[useful]
        before = paths.nodes[at]
        if graph.owner is None:
            simple = (before != following[:, np.newaxis]).all(axis=1)
        else:
            simple = (graph.owner[before] != graph.owner[following][:, np.newaxis]).all(axis=1)
        nodes = np.column_stack([before, following])[simple]
        return Paths(nodes, np.column_stack([paths.links[at], link])[simple], weight[simple])

    def _whole(self, paths: Paths, needed: float) -> Paths:
        """The paths that have the weight, with those of their ends, from the smaller end."""
        weight = paths.weight + self.end_weight[paths.nodes[:, 0]] + self.end_weight[paths.nodes[:, -1]]
        enough: Booleans = weight >= needed
        nodes, links = paths.nodes[enough], paths.links[enough]
        back = nodes[:, :1] > nodes[:, -1:]
        return Paths(np.where(back, nodes[:, ::-1], nodes), np.where(back, links[:, ::-1], links), weight[enough])


def _turned(paths: Paths) -> Paths:
    return Paths(paths.nodes[:, ::-1], paths.links[:, ::-1], paths.weight)


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
