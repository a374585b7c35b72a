"""Links between documents that share entities, derived without ever squaring a hub.

Two documents are linked when strength = 1 − Π(1 − s_e) reaches the threshold τ, that is when Σ −ln(1 − s_e) over their
shared entities reaches the bound −ln(1 − τ). Order all entities by rising frequency; −ln(1 − imp(e)) is the weight of
one and bounds every −ln(1 − s_e). Each document leaves out a suffix of frequent entities whose weights stay below the
bound in all; what is left is its prefix. Whatever a pair shares outside both prefixes is in the suffix of the
document whose prefix ends first, so it adds less than that suffix, and the prefixes must share the rest of the bound.
Joining prefixes and adding up weights leaves few candidates, whose exact strength is computed (prefix filter:
Chaudhuri, Ganti, Kaushik, "A primitive operator for similarity joins in data cleaning", ICDE 2006). Frequent entities
have little uniqueness, so suffixes hold many of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sanon.risk.incidence import Booleans, Floats, Incidence, Integers, each_of
from sanon.risk.scores import frequency, importance, log_survival, risk_of, sum_by, uniqueness

#: Rounding must not push a pair that reaches the threshold exactly out of the candidates.
_SLACK = 1e-9
#: Share of the bound that a suffix may hold. The smaller, the more pairs are joined and the fewer are looked up: 0.15
#: was three times as fast as 1 on 100,000 documents, with and without a hub in half of them (benchmarks/scale.py).
SUFFIX_SHARE = 0.15
#: An entity in more documents than this is a hub: suffixes take hubs in up to the whole bound.
HUB = 1_000
#: Prefix mentions joined at a time, and candidate pairs looked up at a time; both bound the memory of a step.
_JOINED_AT_ONCE = 1_000_000
_PAIRS_AT_ONCE = 400_000
#: Slots of the sieve that answers "surely not mentioned" for most look-ups; a power of two.
_SIEVE_SLOTS_LOG2 = 24


@dataclass(frozen=True)
class Links:
    """L links, a < b, ascending; the entities that carry link i are via[start[i]:start[i+1]].

    Attributes:
        a, b: rows of the two documents in the incidence; (L,).
        start: (L+1,).
        via: shared entities, ascending within a link, masked ones included; (S,).
        log_survival: ln(1 − s_e(a,b)) of each shared entity; (S,).
    """

    a: Integers
    b: Integers
    start: Integers
    via: Integers
    log_survival: Floats

    def strength(self, hidden: Booleans) -> Floats:
        """1 − Π(1 − s_e) over the shared entities that no mask hides from links (E,), in [0, 1]; (L,)."""
        terms = np.where(hidden[self.via], 0.0, self.log_survival)
        link = np.repeat(np.arange(len(self.a)), np.diff(self.start))
        return risk_of(sum_by(link, terms, len(self.a)))

    def joined(self, others: Links) -> Links:
        """These links and others between other pairs, in one table."""
        return sorted_links([self, others]) if len(others.a) else self

    def select(self, keep: Booleans) -> Links:
        """The links where `keep` holds; keep is (L,)."""
        lengths = np.diff(self.start)
        of_link = np.repeat(keep, lengths)
        start = np.concatenate([[0], np.cumsum(lengths[keep])])
        return Links(self.a[keep], self.b[keep], start, self.via[of_link], self.log_survival[of_link])


def derive_links(incidence: Incidence, edge_threshold: float) -> Links:
    """All pairs whose strength before any mask is at least `edge_threshold`, in (0, 1].

    Cost: the pairs that share an entity of both prefixes, times the mentions of the shorter document.
    """
    weight = -log_survival(importance(incidence))
    nothing = np.zeros(incidence.entities, dtype=np.bool_)
    shared, found = SharedEntities(incidence), []
    for a, b in candidate_pairs(incidence, weight[incidence.entity], bound_of(edge_threshold)):
        pairs = shared.of(a, b)
        found.append(pairs.select(pairs.strength(nothing) >= edge_threshold))
    return sorted_links(found)


def candidate_pairs(incidence: Incidence, weight: Floats, bound: float) -> Iterator[tuple[Integers, Integers]]:
    """Pairs a < b whose shared entities may weigh as much as the bound: all that do, a block at a time, each once.

    Args:
        weight: what an entity adds at most to what its document shares with another one; (M,).
        bound: that a pair has to reach.
    """
    prefix, suffix_total = prefixes(incidence, weight, bound)
    yield from _candidates(incidence, prefix, weight, bound - suffix_total)


def bound_of(edge_threshold: float) -> float:
    """−ln(1 − τ), what the entities that two linked documents share must weigh; a little less, for rounding."""
    return -float(np.log1p(-min(edge_threshold, 1 - 1e-15))) - _SLACK


def prefixes(incidence: Incidence, weight: Floats, bound: float) -> tuple[Booleans, Floats]:
    """Which mentions stay when each document drops its most frequent entities, as far as their weights allow.

    Returns:
        The mentions that stay, (M,), and the total weight of what each document dropped, below `bound`, (N,).
    """
    counts = frequency(incidence)
    # Ties by entity number: the order must be the same in all documents.
    rank = np.empty(incidence.entities, dtype=np.int64)
    rank[np.lexsort((np.arange(incidence.entities), counts))] = np.arange(incidence.entities)
    order = np.lexsort((-rank[incidence.entity], incidence.document))  # most frequent first in each document
    frequent_first, weight = incidence.entity[order], weight[order]
    running = np.cumsum(weight)
    before_document = np.concatenate([[0.0], running])[incidence.start[:-1]]
    total_so_far = running - before_document[incidence.document]
    room = np.where(counts[frequent_first] > HUB, bound, bound * SUFFIX_SHARE)
    # A suffix has no gaps: what follows the first mention that stays, stays.
    stays = _from_first(total_so_far >= room, incidence)
    prefix = np.empty(len(order), dtype=np.bool_)
    prefix[order] = stays & (weight > 0)
    return prefix, sum_by(incidence.document, np.where(stays, 0.0, weight), incidence.documents)


def _from_first(flags: Booleans, incidence: Incidence) -> Booleans:
    """True from the first True of each document on; (M,)."""
    seen = np.concatenate([[0], np.cumsum(flags)])
    return seen[1:] > seen[incidence.start[:-1]][incidence.document]


def _candidates(
    incidence: Incidence, prefix: Booleans, weight: Floats, needed: Floats
) -> Iterator[tuple[Integers, Integers]]:
    """Pairs a < b whose prefixes share the smaller of needed[a] and needed[b], a block at a time, each once."""
    rows, columns = incidence.document[prefix], incidence.entity[prefix]
    shape = (incidence.documents, incidence.entities)
    matrix = sparse.csr_array((weight[prefix], (rows, columns)), shape=shape)
    transposed = sparse.csr_array((np.ones(len(rows)), (columns, rows)), shape=shape[::-1])
    joined = np.bincount(rows, weights=np.bincount(columns, minlength=shape[1])[columns], minlength=shape[0])
    block_of = (np.cumsum(joined) // _JOINED_AT_ONCE).astype(np.int64)
    edges = np.concatenate([[0], np.flatnonzero(np.diff(block_of)) + 1, [shape[0]]])
    for first, last in itertools.pairwise(edges):
        product = (matrix[first:last] @ transposed).tocoo()
        a, b = product.coords[0].astype(np.int64) + first, product.coords[1].astype(np.int64)
        possible = (a < b) & (product.data >= np.minimum(needed[a], needed[b]))
        a, b = a[possible], b[possible]
        for offset in range(0, len(a), _PAIRS_AT_ONCE):
            yield a[offset : offset + _PAIRS_AT_ONCE], b[offset : offset + _PAIRS_AT_ONCE]


class _Lookup:
    """Finds the mention of an entity in a document; a sieve in cache rejects most misses before the exact search."""

    def __init__(self, incidence: Incidence) -> None:
        self._entities = max(incidence.entities, 1)
        self._keys = incidence.document * self._entities + incidence.entity  # ascending
        self._sieve = np.zeros(1 << _SIEVE_SLOTS_LOG2, dtype=np.bool_)
        self._sieve[_slot(self._keys)] = True

    def find(self, document: Integers, entity: Integers) -> tuple[Integers, Integers]:
        """Positions in the query that are mentions, and the mentions they are."""
        keys = document * self._entities + entity
        maybe = np.flatnonzero(self._sieve[_slot(keys)])
        mention = np.searchsorted(self._keys, keys[maybe])
        mention[mention == len(self._keys)] = 0
        hit = self._keys[mention] == keys[maybe]
        return maybe[hit], mention[hit]


class SharedEntities:
    """What pairs of documents share."""

    def __init__(self, incidence: Incidence) -> None:
        self._incidence, self._lookup = incidence, _Lookup(incidence)
        self._unit = uniqueness(incidence) * incidence.weight

    def of(self, a: Integers, b: Integers) -> Links:
        """Pairs with all entities that they share, whatever their strength; a < b (n,)."""
        incidence = self._incidence
        lengths = np.diff(incidence.start)
        swap = lengths[a] > lengths[b]
        probe, other = np.where(swap, b, a), np.where(swap, a, b)
        pair, mention = each_of(incidence.start, probe)
        entity = incidence.entity[mention]
        position, other_mention = self._lookup.find(other[pair], entity)
        pair, via = pair[position], entity[position]
        relevance = np.maximum(incidence.relevance[mention[position]], incidence.relevance[other_mention])
        start = np.concatenate([[0], np.cumsum(np.bincount(pair, minlength=len(a)))])
        return Links(a, b, start, via, log_survival(relevance * self._unit[via]))


def _slot(keys: Integers) -> NDArray[np.uint64]:
    """Multiplicative hashing (Knuth, TAOCP 3, 6.4) with the golden ratio of 64 bits."""
    return (keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - _SIEVE_SLOTS_LOG2)


def sorted_links(parts: list[Links]) -> Links:
    """One table, ascending by (a, b)."""
    if not parts:
        none, zero = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
        return Links(none, none, zero, none, np.zeros(0))
    a, b = np.concatenate([part.a for part in parts]), np.concatenate([part.b for part in parts])
    lengths = np.concatenate([np.diff(part.start) for part in parts])
    via, terms = (
        np.concatenate([part.via for part in parts]),
        np.concatenate([part.log_survival for part in parts]),
    )
    order = np.lexsort((b, a))
    link = np.empty(len(order), dtype=np.int64)
    link[order] = np.arange(len(order))
    of_term = np.argsort(np.repeat(link, lengths), kind="stable")
    start = np.concatenate([[0], np.cumsum(lengths[order])])
    return Links(a[order], b[order], start, via[of_term], terms[of_term])


def links_along(incidence: Incidence, documents: Sequence[int]) -> Links:
    """Link i joins documents i and i+1 of the path, also where its strength is below every threshold.

    Args:
        documents: rows, at least two.
    """
    unit = uniqueness(incidence) * incidence.weight
    via, terms, start = [], [], [0]
    for a, b in pairwise(documents):
        of_a = slice(int(incidence.start[a]), int(incidence.start[a + 1]))
        of_b = slice(int(incidence.start[b]), int(incidence.start[b + 1]))
        shared, in_a, in_b = np.intersect1d(
            incidence.entity[of_a], incidence.entity[of_b], assume_unique=True, return_indices=True
        )
        relevance = np.maximum(incidence.relevance[of_a][in_a], incidence.relevance[of_b][in_b])
        via.append(shared)
        terms.append(log_survival(relevance * unit[shared]))
        start.append(start[-1] + len(shared))
    ends = np.array([sorted(pair) for pair in pairwise(documents)], dtype=np.int64)
    return Links(ends[:, 0], ends[:, 1], np.array(start), np.concatenate(via), np.concatenate(terms))
