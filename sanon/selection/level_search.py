"""The finest coarser values that the policy allows, tried in an order, many at once.

A value changes the risk of the documents that mention its entity and the strength of their links; whether it may be
shown depends on the chains through them. So entities whose documents are further apart than a chain is long do not
influence each other, and are tried at once, in arrays. The result is that of one after another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, hop_risk, hop_weight, risk_of_weight
from sanon.risk.coarser import openable_links
from sanon.risk.hierarchy import NONE, ValueScores
from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.limits import above, limit_of
from sanon.risk.scores import LARGEST_CONTRIBUTION, document_risk, risk_of
from sanon.risk.shown_values import DocumentValues, LinkValues
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.ready_queue import ReadyQueue

#: Rounding of a bound must not hide a chain.
_SLACK = 1e-9


class Barred(NamedTuple):
    """Why a value cannot be shown.

    Attributes:
        documents: rows of the document or chain that would be above its limit.
        risk: that it would have.
        limit: what it must reach.
    """

    documents: tuple[int, ...]
    risk: float
    limit: float


class _Saved(NamedTuple):
    """What options have changed in an array: the option of each place, the place, and the number of before."""

    option: Integers
    place: Integers
    number: Floats


class _Paths(NamedTuple):
    """Paths through a document of an option.

    Attributes:
        option: place of the option; (n,).
        documents: rows; (n, length).
        weight, pre_weight: −Σ ln(1 − hop), now and before the chain stage; (n,).
    """

    option: Integers
    documents: Integers
    weight: Floats
    pre_weight: Floats

    def where(self, rows: Booleans | Integers) -> _Paths:
        """The paths of some rows."""
        return _Paths(self.option[rows], self.documents[rows], self.weight[rows], self.pre_weight[rows])

    def turned(self) -> _Paths:
        """The same paths from their other ends."""
        return self._replace(documents=self.documents[:, ::-1])


class LevelSearch:
    """A corpus whose masked entities show coarser values, as fine as the policy allows.

    Args:
        corpus: with its masks.
        scores: of its coarser values.
        entity, value: options, what may be shown in place of what; entities ascending, the finest value first; (T,).
        shown: options that are shown from the beginning; (T,), by default none.
    """

    def __init__(
        self,
        corpus: MaskedCorpus,
        scores: ValueScores,
        entity: Integers,
        value: Integers,
        shown: Booleans | None = None,
    ) -> None:
        incidence, hidden = corpus.incidence, corpus.masks.now
        self._incidence, self._policy, self._demands = incidence, corpus.policy, corpus.demands
        self._entity, self._value = entity, value
        self._values = DocumentValues(incidence, scores, hidden.in_documents, entity, value)
        opened = openable_links(incidence, corpus.links, self._values, hidden, corpus.policy.edge_threshold)
        links = corpus.links.joined(opened)
        self._a, self._b = links.a, links.b
        self._shared = LinkValues(self._values, links.a, links.b)
        self._shared.block(links, hidden.in_documents)
        keys = corpus.links.a * incidence.documents + corpus.links.b
        self._is_link = np.isin(links.a * incidence.documents + links.b, keys, assume_unique=True)
        if shown is not None:
            self._values.show(np.flatnonzero(shown))
        rows = np.arange(len(links.a))
        self._document_log = np.log1p(-np.minimum(document_risk(incidence, hidden.in_documents), LARGEST_CONTRIBUTION))
        self._risk = risk_of(self._document_log + self._values.terms(np.arange(incidence.documents)))
        self._link_log = np.log1p(-np.minimum(links.strength(hidden.in_links), LARGEST_CONTRIBUTION))
        self._pre_weight = hop_weight(corpus.limits_over(links).pre_risk(rows[:, np.newaxis]))
        self._graph = LinkGraph.build(incidence.documents, links.a, links.b, np.zeros(len(links.a)))
        self._weight = self._weights(rows, self._shared.terms(rows))
        #: No link of a document weighs more.
        self._best = np.zeros(incidence.documents)
        for ends in (links.a, links.b):
            np.maximum.at(self._best, ends, self._weight)
        self._needed = -float(np.log1p(-min(corpus.limits.least, LARGEST_CONTRIBUTION))) - _SLACK

    def settle(self, order: Integers) -> Integers:
        """Try the options of each entity in some order, the finest first, and show the first that is allowed.

        Args:
            order: all entities that have an option.

        Returns:
            Value in place of each entity, NONE for a label; (E,).
        """
        shown = np.full(self._incidence.entities, NONE, dtype=np.int64)
        option, last = np.searchsorted(self._entity, order), np.searchsorted(self._entity, order, side="right")
        # Links of one document are changed together, so that two hops are the least.
        queue = ReadyQueue(self._incidence, order, self._graph, max(self._policy.max_chain_length - 1, 2))
        ready = queue.ready()
        while len(ready):
            barred = self._try(option[ready])
            allowed = option[ready[~barred]]
            shown[self._entity[allowed]] = self._value[allowed]
            option[ready] += 1
            done = ~barred | (option[ready] == last[ready])
            ready = np.union1d(ready[~done], queue.complete(ready[done]))
        return shown

    def barred(self, option: int) -> Barred | None:
        """The document or chain that would be furthest above its limit if a value were shown; None if none would be."""
        everything = np.ones(1, dtype=np.bool_)
        rows, risks_before = self._show_in_documents(np.array([option]))
        documents = risks_before.place
        links = self._show_in_links(risks_before.option, documents)
        risks, limits = self._risk[documents], self._demands.theta_doc[documents]
        over = np.flatnonzero(above(risks, limits)).tolist()
        found = [Barred((int(documents[row]),), float(risks[row]), float(limits[row])) for row in over]
        for paths in self._over_limits(risks_before.option, documents, ~everything):
            chains = [min(path, path[::-1]) for path in map(tuple, paths.documents.tolist())]
            risks, limits = risk_of_weight(paths.weight), limit_of(risk_of(-paths.pre_weight), self._policy)
            found.extend(map(Barred, chains, risks.tolist(), limits.tolist()))
        self._take_back(everything, rows, risks_before, *links)
        return max(found, key=lambda one: (one.risk - one.limit, one.documents), default=None)

    def _try(self, options: Integers) -> Booleans:
        """Show values of entities that do not influence each other where the policy allows it.

        Returns:
            Which options it bars, parallel to them.
        """
        rows, risks = self._show_in_documents(options)
        option, documents = risks.option, risks.place
        over = above(self._risk[documents], self._demands.theta_doc[documents])
        barred = np.bincount(option[over], minlength=len(options)) > 0
        free = ~barred[option]
        option, documents = option[free], documents[free]
        links = self._show_in_links(option, documents)
        for paths in self._over_limits(option, documents, barred):
            barred[paths.option] = True
        self._take_back(barred, rows, risks, *links)
        return barred

    def _show_in_documents(self, options: Integers) -> tuple[_Saved, _Saved]:
        """Show values, and renew the risks of the documents; what changed in the values and in the risks."""
        rows = _Saved(*self._values.show(options))
        begin, order = self._incidence.by_entity
        option, at = each_of(begin, self._entity[options])
        documents = self._incidence.document[order[at]]
        risks = _Saved(option, documents, self._risk[documents])
        self._risk[documents] = risk_of(self._document_log[documents] + self._values.terms(documents))
        return rows, risks

    def _show_in_links(self, option: Integers, documents: Integers) -> tuple[_Saved, _Saved]:
        """Renew the links of some documents; what changed in the weights and in the best weights."""
        of_edge, edge = each_of(self._graph.begin, documents)
        links, once = np.unique(self._graph.link[edge], return_index=True)
        of_link = option[of_edge[once]]
        weights = _Saved(of_link, links, self._weight[links])
        self._weight[links] = self._weights(links, self._shared.terms(links))
        ends = np.concatenate([self._a[links], self._b[links]])
        best = _Saved(np.tile(of_link, 2), ends, self._best[ends])
        np.maximum.at(self._best, ends, np.tile(self._weight[links], 2))
        return weights, best

    def _take_back(self, barred: Booleans, rows: _Saved, risks: _Saved, weights: _Saved, best: _Saved) -> None:
        """Undo what the barred options have changed."""
        back = barred[rows.option]
        self._values.hide(rows.place[back], rows.number[back])
        for saved, state in ((risks, self._risk), (weights, self._weight), (best, self._best)):
            back = barred[saved.option]
            state[saved.place[back]] = saved.number[back]

    def _weights(self, links: Integers, terms: Floats) -> Floats:
        """−ln(1 − hop) of some links, −∞ of pairs that share too little to be linked now; parallel to them."""
        strength = risk_of(self._link_log[links] + terms)
        linked = self._is_link[links] | ((strength >= self._policy.edge_threshold) & (terms < 0.0))
        hops = hop_risk(strength, self._risk[self._a[links]], self._risk[self._b[links]])
        return np.where(linked, hop_weight(hops), -np.inf)

    def _over_limits(self, option: Integers, documents: Integers, barred: Booleans) -> Iterator[_Paths]:
        """Chains above their limits through a document of an option, in blocks.

        Args:
            option: place of the option of each document.
            documents: rows; parallel.
            barred: options whose chains need not be found any more; may grow meanwhile.
        """
        hops = self._policy.max_chain_length - 1
        nothing = np.zeros(len(documents))
        arms = _Paths(option, documents[:, np.newaxis], nothing, nothing)
        for length in range(1, hops + 1):
            # What can still follow goes on from here, or from the other side of the document, where it is no longer.
            arms = self._longer(arms, hops - length, barred, both_sides=True)
            yield arms.where(self._above(arms))
            paths = arms
            for other in range(1, min(length, hops - length) + 1):
                hops_left = min(length, hops - length) - other
                paths = self._longer(paths.turned(), hops_left, barred, both_sides=False).turned()
                yield paths.where(self._above(paths))

    def _longer(self, paths: _Paths, hops_left: int, barred: Booleans, *, both_sides: bool) -> _Paths:
        """Paths with one document more at the right end that a chain above its limit may have."""
        paths = paths.where(~barred[paths.option])
        at, edge = each_of(self._graph.begin, paths.documents[:, -1])
        link, following = self._graph.link[edge], self._graph.neighbour[edge]
        weight = paths.weight[at] + self._weight[link]
        reach = weight
        if hops_left:
            most = self._best[following]
            if both_sides:
                most = np.maximum(most, self._best[paths.documents[at, 0]])
            reach = weight + most + (hops_left - 1) * (float(self._best.max()) if hops_left > 1 else 0.0)
        useful = np.flatnonzero(reach >= self._needed)
        at, link, following = at[useful], link[useful], following[useful]
        simple = (paths.documents[at] != following[:, np.newaxis]).all(axis=1)
        at, link, following, weight = at[simple], link[simple], following[simple], weight[useful[simple]]
        documents = np.column_stack([paths.documents[at], following])
        return _Paths(paths.option[at], documents, weight, paths.pre_weight[at] + self._pre_weight[link])

    def _above(self, paths: _Paths) -> Booleans:
        """Which paths are above the limits of their chains."""
        found = paths.weight >= self._needed
        found &= above(risk_of_weight(paths.weight), limit_of(risk_of(-paths.pre_weight), self._policy))
        if self._demands.accepted_chains:
            for row in np.flatnonzero(found).tolist():
                chain = tuple(paths.documents[row].tolist())
                found[row] = min(chain, chain[::-1]) not in self._demands.accepted_chains
        return found
