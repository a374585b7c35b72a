"""Coarser values that cannot be shown whatever else is: found in arrays, before any is tried.

Other coarser values only ever add to the risk of a document and to the strength of a link. So what an entity's value
adds to the masks alone bounds from below what it adds later, as long as it counts: and it does where nothing else of
the document may show a finer value under it. Chains of two and three documents are looked at; what they leave open is
decided by the search (`sanon.selection.level_search`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sanon.risk.chains import LinkGraph, even_blocks, hop_risk, hop_weight
from sanon.risk.hierarchy import NONE, ValueScores
from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.limits import limit_of
from sanon.risk.scores import LARGEST_CONTRIBUTION, document_risk, log_survival, risk_of
from sanon.selection.masked_corpus import MaskedCorpus

#: What is nearer to its limit than this is decided by the search.
_SLACK = 1e-9
#: Pairs of links, and mentions times links, looked at in one step; both bound its memory.
_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class LevelOptions:
    """Coarser values that may be shown: T pairs of an entity and a rung of its ladder.

    Attributes:
        entity, value: ascending entity, the finest rung first; (T,).
        infeasible: which cannot be shown whatever else is; (T,).
    """

    entity: Integers
    value: Integers
    infeasible: Booleans


def level_options(corpus: MaskedCorpus, scores: ValueScores, allowed: Booleans) -> LevelOptions:
    """List the rungs of all entities that may show one, and tell which cannot be shown.

    Args:
        corpus: with its masks, all of them labels or operators that leave a link.
        scores: of its coarser values.
        allowed: masked entities that may show one; (E,).
    """
    entities = np.flatnonzero(allowed)
    value, place = scores.hierarchy.climb(scores.hierarchy.first_rung[entities])
    order = np.argsort(place, kind="stable")
    entity, value = entities[place[order]], value[order]
    infeasible = np.zeros(len(entity), dtype=np.bool_)
    if len(entity):
        infeasible = _Bounds(corpus, scores, allowed).infeasible(entity, value)
    return LevelOptions(entity, value, infeasible)


class _Table:
    """Sorted keys with a number each."""

    def __init__(self, keys: Integers, numbers: Floats) -> None:
        self.keys, self.numbers = keys, numbers

    def of(self, keys: Integers) -> Floats:
        """The numbers of keys, NaN of those that are not there; same shape."""
        if not len(self.keys):
            return np.full(len(keys), np.nan)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.numbers[at], np.nan)


class _Bounds:
    """Risks with the masks alone, and what one value more adds at least."""

    def __init__(self, corpus: MaskedCorpus, scores: ValueScores, allowed: Booleans) -> None:
        incidence, hidden, links = corpus.incidence, corpus.masks.now, corpus.links
        self._corpus, self._incidence, self._scores = corpus, incidence, scores
        self._log = np.log1p(-np.minimum(document_risk(incidence, hidden.in_documents), LARGEST_CONTRIBUTION))
        self._risk = risk_of(self._log)
        strength = links.strength(hidden.in_links)
        self._link_log = np.log1p(-np.minimum(strength, LARGEST_CONTRIBUTION))
        hop = hop_risk(strength, self._risk[links.a], self._risk[links.b])
        self._graph = LinkGraph.build(incidence.documents, links.a, links.b, hop)
        self._alone, self._kept = self._values_in_documents(allowed)
        self._room = self._room_of_links()

    def infeasible(self, entity: Integers, value: Integers) -> Booleans:
        """Which options put a document, or a chain of two or three, above its limit in any case; (T,)."""
        begin, order = self._incidence.by_entity
        found = np.zeros(len(entity), dtype=np.bool_)
        degree = self._graph.degree
        each = np.bincount(self._incidence.entity, degree[self._incidence.document] + 1, self._incidence.entities)
        work = each.astype(np.int64)
        for options in even_blocks(work[entity], _AT_ONCE):
            of_option, at = each_of(begin, entity[options])
            found[options] = self._barred(value[options], of_option, order[at])
        return found

    def _barred(self, value: Integers, of_option: Integers, mention: Integers) -> Booleans:
        """Which of some options are infeasible; their mentions are grouped by option, ascending by document."""
        document, relevance = self._incidence.document[mention], self._incidence.relevance[mention]
        unit = self._scores.unit[value]
        counts = self._alone.of(self._key(document, value[of_option])) == 1.0
        term = np.where(counts, log_survival(relevance * unit[of_option]), 0.0)
        risk = risk_of(self._log[document] + term)
        over = counts & (risk > self._corpus.demands.theta_doc[document] + _SLACK)
        barred = np.bincount(of_option[over], minlength=len(value)) > 0

        row = np.flatnonzero(counts & ~barred[of_option] & (self._graph.degree[document] > 0))
        place, edge = each_of(self._graph.begin, document[row])
        at = row[place]
        if not len(edge):
            return barred
        other, link, option = self._graph.neighbour[edge], self._graph.link[edge], of_option[at]
        # Where the other end mentions the entity too, it shows the same value.
        keys = of_option * self._incidence.documents + document
        risk_there = _Table(keys, risk).of(option * self._incidence.documents + other)
        relevance_there = _Table(keys, relevance).of(option * self._incidence.documents + other)
        kept_there = self._kept.of(self._key(other, value[option]))
        shown_there = np.fmax(relevance_there, kept_there)
        shared = ~np.isnan(shown_there)
        larger = np.where(shared, np.fmax(shown_there, relevance[at]), 0.0)
        strength = risk_of(self._link_log[link] + log_survival(larger * unit[option]))
        ends = np.where(np.isnan(risk_there), self._risk[other], risk_there)
        weight = hop_weight(hop_risk(strength, risk[at], ends))
        over = weight + self._room[link] > _SLACK
        barred |= np.bincount(option[over], minlength=len(value)) > 0
        if self._corpus.policy.max_chain_length > 2 and not self._corpus.demands.accepted_chains:
            # Two links of one document, both raised.
            best, second = _two_largest(at, weight)
            highest = -float(np.log1p(-min(self._corpus.policy.theta_chain, LARGEST_CONTRIBUTION)))
            over = best + second > highest + _SLACK
            barred |= np.bincount(of_option[np.unique(at)[over]], minlength=len(value)) > 0
        return barred

    def _key(self, document: Integers, value: Integers) -> Integers:
        return document * len(self._scores.hierarchy.parent) + value

    def _values_in_documents(self, allowed: Booleans) -> tuple[_Table, _Table]:
        """By document and value: how many entities may show it or what is under it, and the relevance of kept ones."""
        incidence, hierarchy = self._incidence, self._scores.hierarchy
        masked = self._corpus.masks.now.in_documents
        shows = np.where(masked, np.where(allowed, hierarchy.first_rung, NONE), hierarchy.node)
        value, mention = hierarchy.climb(shows[incidence.entity])
        keys = self._key(incidence.document[mention], value)
        keys, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
        largest = np.full(len(keys), -1.0)
        kept = ~masked[incidence.entity[mention]]
        np.maximum.at(largest, which[kept], incidence.relevance[mention[kept]])
        there = largest >= 0.0
        return _Table(keys, counts.astype(np.float64)), _Table(keys[there], largest[there])

    def _room_of_links(self) -> Floats:
        """The most that −(weight at which a chain is above its limit) + (its other links) is, by link; (L,).

        A link that weighs more than minus this puts a chain of two or three documents above its limit.
        """
        graph, limits, links = self._graph, self._corpus.limits, self._corpus.links
        rows = np.arange(len(links.a))
        alone = limits.of(np.column_stack([links.a, links.b]), rows[:, np.newaxis])
        room = _weight_above(alone)
        if self._corpus.policy.max_chain_length == 2 or not len(rows):
            return room
        accepted = self._corpus.demands.accepted_chains
        before = hop_weight(limits.pre_risk(rows[:, np.newaxis]))
        middle = np.repeat(np.arange(self._incidence.documents), graph.degree)
        for block in even_blocks(graph.degree[middle], _AT_ONCE):
            place, edge = each_of(graph.begin, middle[block])
            at = block[place]
            different = graph.neighbour[at] != graph.neighbour[edge]
            at, edge = at[different], edge[different]
            one, other = graph.link[at], graph.link[edge]
            if accepted:
                path = np.column_stack([graph.neighbour[at], middle[at], graph.neighbour[edge]])
                turned = path[:, 0] > path[:, 2]
                path[turned] = path[turned, ::-1]
                limit = limits.of(path, np.column_stack([one, other]))
            else:
                limit = limit_of(risk_of(-(before[one] + before[other])), self._corpus.policy)
            np.maximum.at(room, one, graph.weight[other] + _weight_above(limit))
        return room


def _weight_above(limit: Floats) -> Floats:
    """Minus the weight that a chain may have, −∞ where any is allowed; same shape."""
    return np.where(limit < 1.0, log_survival(limit), -np.inf)


def _two_largest(group: Integers, numbers: Floats) -> tuple[Floats, Floats]:
    """The largest number of each group, and the second, 0 where there is none; groups stand together."""
    order = np.lexsort((-numbers, group))
    first = np.flatnonzero(np.diff(group[order], prepend=-1))
    ordered = numbers[order]
    has_second = np.diff(np.append(first, len(order))) > 1
    second = np.where(has_second, ordered[np.minimum(first + 1, len(order) - 1)], 0.0)
    return ordered[first], second
