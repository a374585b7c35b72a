"""Chains: simple paths of 2..k documents over links, enumerated in blocks and bounded from above.

    hop(a,b) = strength(a,b) · (1 + (R(a) + R(b)) / 2) / 2
    R(chain) = 1 − Π over hops (1 − hop)

Formulas: Zhou 2025, section 4.2.3. A path is undirected and counted once. With a minimum risk, a partial path is
followed only while the best walk from its end could still lift it that far (the bound is a walk, not a path, so it
never cuts a chain off), and memory stays at one block whatever the number of chains.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.scores import log_survival, risk_of

#: Partial paths extended at a time; a block yields at most this many times the largest degree.
_PATHS_AT_ONCE = 200_000
#: A chain exactly at the minimum must not be lost to rounding; callers test the exact risk again.
_SLACK = 1e-12


def hop_risk(strength: Floats, risk_a: Floats, risk_b: Floats) -> Floats:
    """Strength · (1 + (R(a)+R(b))/2) / 2, in [0, 1]; same shape."""
    return strength * (1.0 + (risk_a + risk_b) / 2.0) / 2.0


def hop_weight(hop: Floats) -> Floats:
    """−ln(1 − hop), which adds up along a chain; same shape."""
    return -log_survival(hop)


def risk_of_weight(weight: Floats) -> Floats:
    """R(chain) = 1 − Π(1 − hop) from Σ −ln(1 − hop); same shape."""
    return risk_of(-weight)


def chain_risk(hop: Floats) -> Floats:
    """R(chain) = 1 − Π(1 − hop) over the last axis, the hops of each chain; (...,)."""
    return risk_of_weight(hop_weight(hop).sum(axis=-1))


@dataclass(frozen=True)
class Chains:
    """n chains of one length: documents (n, length) with first < last, link rows (n, length-1), risk (n,)."""

    documents: Integers
    links: Integers
    risk: Floats

    def where(self, rows: Booleans) -> Chains:
        """Some of them."""
        return Chains(self.documents[rows], self.links[rows], self.risk[rows])


@dataclass(frozen=True)
class Paths:
    """n paths of one length: nodes (n, length) with first < last, link rows (n, length-1), weight (n,)."""

    nodes: Integers
    links: Integers
    weight: Floats


@dataclass(frozen=True)
class LinkGraph:
    """Links as an undirected graph whose weights add up along a path; both directions of link i carry its number.

    Attributes:
        begin: neighbours of node d are neighbour[begin[d]:begin[d+1]]; (N+1,).
        neighbour, link: ascending neighbour within a node, and the link that leads there; (2L,).
        weight: of each link, not negative: −ln(1 − hop) in the graph of the documents; (L,).
        end_weight: what a node adds at either end of a path; (N,), None in the graph of the documents.
        owner: document of each node, where no path may hold two nodes of one; (N,), None in the graph of the documents.
    """

    begin: Integers
    neighbour: Integers
    link: Integers
    weight: Floats
    end_weight: Floats | None = None
    owner: Integers | None = None

    @classmethod
    def build(cls, documents: int, a: Integers, b: Integers, hop: Floats) -> LinkGraph:
        """Graph of N documents from the ends of L links and their hop risks; a, b, hop are (L,)."""
        return cls.weighted(documents, a, b, hop_weight(hop))

    @classmethod
    def weighted(
        cls,
        nodes: int,
        a: Integers,
        b: Integers,
        weight: Floats,
        end_weight: Floats | None = None,
        owner: Integers | None = None,
    ) -> LinkGraph:
        """Graph of N nodes from the ends of L links and the weights; a, b, weight are (L,), the others (N,)."""
        ends, others = np.concatenate([a, b]), np.concatenate([b, a])
        number = np.tile(np.arange(len(a)), 2)
        order = np.argsort(ends * nodes + others)
        begin = np.zeros(nodes + 1, dtype=np.int64)
        np.cumsum(np.bincount(ends, minlength=nodes), out=begin[1:])
        return cls(begin, others[order], number[order], weight, end_weight, owner)

    @cached_property
    def degree(self) -> Integers:
        """Number of links of each document; (N,)."""
        return np.diff(self.begin)

    def best_walks(self, hops: int) -> list[Floats]:
        """Upper bounds: entry j holds, for each node, the greatest weight of a walk of at most j hops from it."""
        bounds, linked = self._best_walks, np.flatnonzero(self.degree)
        while len(bounds) <= hops:
            longer = bounds[0].copy()
            if len(linked):
                reach = self.weight[self.link] + bounds[-1][self.neighbour]
                longer[linked] = np.maximum(longer[linked], np.maximum.reduceat(reach, self.begin[linked]))
            bounds.append(longer)
        return bounds[: hops + 1]

    @cached_property
    def _best_walks(self) -> list[Floats]:
        """Those that were asked for so far."""
        return [np.zeros(len(self.degree)) if self.end_weight is None else self.end_weight]


def enumerate_chains(graph: LinkGraph, max_chain_length: int, minimum_risk: float = 0.0) -> Iterator[Chains]:
    """All chains of 2..k documents whose risk is at least `minimum_risk`, in blocks of one length.

    Cost: the partial paths that could still reach the minimum; without a minimum, every path twice.
    """
    return _chains(graph, max_chain_length, -float(np.log1p(-min(minimum_risk, 1 - 1e-15))))


def _chains(graph: LinkGraph, max_chain_length: int, weight: float) -> Iterator[Chains]:
    """All chains that weigh at least so much, as `enumerate_chains` yields them."""
    for paths in enumerate_paths(graph, max_chain_length, weight - _SLACK):
        yield Chains(paths.nodes, paths.links, risk_of_weight(paths.weight))


def enumerate_paths(graph: LinkGraph, longest: int, needed: float) -> Iterator[Paths]:
    """All simple paths of 2..longest nodes whose weight is at least `needed`, each once, in blocks of one length."""
    bounds = graph.best_walks(longest - 1)
    starts = np.flatnonzero((graph.degree > 0) & (bounds[0] + bounds[-1] >= needed))
    for first in range(0, len(starts), _PATHS_AT_ONCE):
        block = starts[first : first + _PATHS_AT_ONCE]
        paths = Paths(block[:, np.newaxis], np.zeros((len(block), 0), dtype=np.int64), bounds[0][block])
        yield from _extend(graph, paths, longest, needed, bounds)


def worst_chains(graph: LinkGraph, max_chain_length: int, limit: int) -> list[tuple[tuple[int, ...], float]]:
    """The `limit` worst chains of 2..k documents, ties by the documents; looks only where they can be."""
    worst = Worst(limit)
    for chains in _chains(graph, max_chain_length, _weight_of_worst(graph, max_chain_length, limit)):
        worst.take(chains)
    return worst.by_risk()


def greatest_risk(graph: LinkGraph, max_chain_length: int) -> float:
    """Risk of the worst chain of 2..k documents, 0 without links; looks only where the worst can be."""
    weight = _weight_of_worst(graph, max_chain_length, 1)
    return max((float(chains.risk.max()) for chains in _chains(graph, max_chain_length, weight)), default=0.0)


def _weight_of_worst(graph: LinkGraph, max_chain_length: int, limit: int) -> float:
    """Of the `limit` worst chains none weighs less: so many links do, or so many pairs of a document's heaviest two."""
    known = graph.weight
    if max_chain_length > 2:
        weight = graph.weight[graph.link]
        weight = weight[np.lexsort((-weight, np.repeat(np.arange(len(graph.degree)), graph.degree)))]
        first = graph.begin[:-1][graph.degree > 1]
        known = np.concatenate([known, weight[first] + weight[first + 1]])
    return float(np.partition(known, -limit)[-limit]) if len(known) >= limit else 0.0


class Worst:
    """The worst chains of those taken, ties by their documents; None keeps all."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._kept: list[tuple[float, tuple[int, ...]]] = []
        self._least = -1.0

    def take(self, chains: Chains) -> None:
        """Look at some more."""
        rows = np.flatnonzero(chains.risk >= self._least)
        order = np.lexsort((*chains.documents[rows].T[::-1], -chains.risk[rows]))[: self._limit]
        rows = rows[order]
        self._kept.extend(zip((-chains.risk[rows]).tolist(), map(tuple, chains.documents[rows].tolist()), strict=True))
        if self._limit is not None and len(self._kept) > self._limit:
            self._kept.sort()
            del self._kept[self._limit :]
            self._least = -self._kept[-1][0]

    def by_risk(self) -> list[tuple[tuple[int, ...], float]]:
        """Documents and risk of those kept, worst first."""
        return [(documents, -falling) for falling, documents in sorted(self._kept)]


def _extend(graph: LinkGraph, paths: Paths, longest: int, needed: float, bounds: list[Floats]) -> Iterator[Paths]:
    """Lengthen paths by one node, hand out those that are complete, and go on depth first."""
    first, last = paths.nodes[:, 0], paths.nodes[:, -1]
    hops_left = longest - paths.nodes.shape[1] - 1
    for rows in even_blocks(graph.degree[last]):
        place, edge = each_of(graph.begin, last[rows])
        parent, link, following = rows[place], graph.link[edge], graph.neighbour[edge]
        longer = paths.weight[parent] + graph.weight[link]
        useful = longer + bounds[hops_left][following] >= needed
        if not hops_left:
            useful &= first[parent] < following
        parent, link, following, longer = (each[useful] for each in (parent, link, following, longer))
        before, after = paths.nodes[parent], following[:, np.newaxis]
        simple = ((before != after) if graph.owner is None else (graph.owner[before] != graph.owner[after])).all(axis=1)
        nodes = np.column_stack([before[simple], following[simple]])
        links, longer = np.column_stack([paths.links[parent[simple]], link[simple]]), longer[simple]
        whole = longer if graph.end_weight is None else longer + graph.end_weight[nodes[:, -1]]
        once = (nodes[:, 0] < nodes[:, -1]) & (whole >= needed)
        if once.any():
            yield Paths(nodes[once], links[once], whole[once])
        if hops_left and len(nodes):
            yield from _extend(graph, Paths(nodes, links, longer), longest, needed, bounds)


def even_blocks(sizes: Integers, at_once: int = _PATHS_AT_ONCE) -> Iterator[Integers]:
    """Rows in blocks whose sizes add up to about so many at once."""
    block_of = np.cumsum(sizes) // at_once
    edges = np.concatenate([[0], np.flatnonzero(np.diff(block_of)) + 1, [len(sizes)]])
    for first, last in itertools.pairwise(edges):
        if last > first:
            yield np.arange(first, last)
