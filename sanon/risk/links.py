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
from scipy import sparse

from sanon.risk.incidence import Booleans, Floats, Incidence, Integers, each_of
from sanon.risk.scores import contribution, frequency, importance, log_survival, risk_of, sum_by, uniqueness

#: Rounding must not push a pair that reaches the threshold exactly out of the candidates.
_SLACK = 1e-9
#: Share of the bound that a suffix may hold. The smaller, the more pairs are joined and the fewer are looked up: 0.15
#: was three times as fast as 1 on 100,000 documents, with and without a hub in half of them (benchmarks/scale.py).
SUFFIX_SHARE = 0.15
#: An entity in more documents than this is a hub: suffixes take hubs in up to the whole bound.
HUB = 1_000
#: Prefix mentions joined at a time, and candidate pairs looked up at a time; both bound the memory of a step.
_JOINED_AT_ONCE = 500_000
_PAIRS_AT_ONCE = 400_000
#: So many blocks meet the same documents, before those that have met all others are left out.
_BLOCKS_BESIDE_ALL = 10
#: A power of two, small beside weights; and the share of a square that rounding may take from what is left of it.
_EPSILON, _ROUNDING = 2.0**-10, 1e-12


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
    own = -log_survival(contribution(incidence))
    for a, b in candidate_pairs(incidence, weight[incidence.entity], own, bound_of(edge_threshold)):
        pairs = shared.of(a, b)
        found.append(pairs.select(pairs.strength(nothing) >= edge_threshold))
    return sorted_links(found)


def candidate_pairs(
    incidence: Incidence, weight: Floats, own: Floats, bound: float
) -> Iterator[tuple[Integers, Integers]]:
    """Pairs a < b whose shared entities may weigh as much as the bound: all that do, a block at a time, each once.

    Args:
        weight: what an entity adds at most to what its document shares with another one; (M,).
        own: of two mentions of an entity, what it adds at most to what their documents share is the larger; (M,).
        bound: that a pair has to reach.
    """
    prefix, suffix_total = prefixes(incidence, weight, bound)
    yield from _candidates(incidence, prefix, own, bound - suffix_total)


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
    rank[np.argsort(-counts, kind="stable")] = np.arange(incidence.entities)
    # Most frequent first in each document.
    order = np.argsort(incidence.document * incidence.entities + rank[incidence.entity])
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
    incidence: Incidence, prefix: Booleans, own: Floats, needed: Floats
) -> Iterator[tuple[Integers, Integers]]:
    """Pairs a < b whose prefixes may share the smaller of needed[a] and needed[b], a block at a time, each once.

    A shared entity adds at most the larger of its own weights x and y there. With S = Σ(x + y) and P = Σ xy, n shared
    ones add at most (S + √(S² − 4P)) / 2, and one exactly that: (Σ|x − y|)² ≤ S² − 4P since |x − y| ≤ x + y. The
    product of a matrix x + iε with its transpose holds both: P − nε² + iεS.
    """
    rows, columns = incidence.document[prefix], incidence.entity[prefix]
    matrix = sparse.csr_array((own[prefix] + 1j * _EPSILON, (rows, columns)), (incidence.documents, incidence.entities))
    mentions = np.bincount(columns, minlength=incidence.entities)
    joined = np.bincount(rows, weights=mentions[columns], minlength=incidence.documents)
    block_of = (np.cumsum(joined) // _JOINED_AT_ONCE).astype(np.int64)
    edges = np.concatenate([[0], np.flatnonzero(np.diff(block_of)) + 1, [incidence.documents]])
    for number, (first, last) in enumerate(itertools.pairwise(edges)):
        if number % _BLOCKS_BESIDE_ALL == 0:
            # What stands before has met all others.
            others, begin = matrix[first:].T.tocsr(), first
        product = (matrix[first:last] @ others).tocoo()
        a, b = (ends.astype(np.int64) + base for ends, base in zip(product.coords, (first, begin), strict=True))
        once = np.flatnonzero(a < b)
        a, b, shared = a[once], b[once], product.data[once]
        total = shared.imag / _EPSILON
        apart = total**2 * (1.0 + _ROUNDING) - 4.0 * (shared.real + _EPSILON**2)
        possible = (total + np.sqrt(np.maximum(apart, 0.0))) / 2.0 >= np.minimum(needed[a], needed[b])
        a, b = a[possible], b[possible]
        for offset in range(0, len(a), _PAIRS_AT_ONCE):
            yield a[offset : offset + _PAIRS_AT_ONCE], b[offset : offset + _PAIRS_AT_ONCE]


class SharedEntities:
    """What pairs of documents share."""

    def __init__(self, incidence: Incidence) -> None:
        self._incidence, self._unit = incidence, uniqueness(incidence) * incidence.weight
        # No mention has the key at the end, so that every search ends at one.
        self._keys = np.append(incidence.document * incidence.entities + incidence.entity, -1)

    def of(self, a: Integers, b: Integers) -> Links:
        """Pairs with all entities that they share, whatever their strength; a < b (n,)."""
        incidence = self._incidence
        lengths = np.diff(incidence.start)
        swap = lengths[a] > lengths[b]
        probe, other = np.where(swap, b, a), np.where(swap, a, b)
        pair, mention = each_of(incidence.start, probe)
        entity = incidence.entity[mention]
        keys = other[pair] * incidence.entities + entity
        other_mention = np.searchsorted(self._keys[:-1], keys)
        position = np.flatnonzero(self._keys[other_mention] == keys)
        pair, via = pair[position], entity[position]
        relevance = np.maximum(incidence.relevance[mention[position]], incidence.relevance[other_mention[position]])
        start = np.concatenate([[0], np.cumsum(np.bincount(pair, minlength=len(a)))])
        return Links(a, b, start, via, log_survival(relevance * self._unit[via]))


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
