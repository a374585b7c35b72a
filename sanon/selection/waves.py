"""Many coarser values tried at once: those that cannot touch each other's documents, links and chains.

A value changes the risk of the documents that mention its entity and the links of these; whether it may stand depends
on the chains through them. So two entities whose documents are further apart than a chain is long do not see each
other, and their turn may come together. Every entity waits for those before it that are nearer; whoever waits for
nobody is tried, all in arrays. The result is that of one after another (`sanon.selection.bench`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, hop_risk, hop_weight, risk_of_weight
from sanon.risk.could_open import could_open
from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.limits import above, limit_of
from sanon.risk.scores import LARGEST_CONTRIBUTION, document_risk, risk_of
from sanon.risk.showable import SharedRows, Showable
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.turns import Turns

#: Rounding of a bound must not hide a chain.
_SLACK = 1e-9


class _Before(NamedTuple):
    """What trials have changed, to be put back: each array with the trial, and what stood there."""

    rows: tuple[Integers, Integers, Floats]
    documents: tuple[Integers, Integers, Floats]
    links: tuple[Integers, Integers, Floats]
    ends: tuple[Integers, Integers, Floats]


class _Paths(NamedTuple):
    """Paths through a document of a trial: documents (n, length), −Σ ln(1 − hop) now and before the chain stage."""

    trial: Integers
    documents: Integers
    weight: Floats
    early: Floats

    def where(self, rows: Booleans | Integers) -> _Paths:
        """Some of them."""
        return _Paths(self.trial[rows], self.documents[rows], self.weight[rows], self.early[rows])


class Waves:
    """A corpus whose masked entities show coarser values, as many as the policy allows.

    Args:
        corpus: with its masks.
        spread: its coarser values.
        entity, value: what may be tried; entities ascending, the finest rung first; (T,).
    """

    def __init__(self, corpus: MaskedCorpus, spread: Spread, entity: Integers, value: Integers) -> None:
        incidence, hidden = corpus.incidence, corpus.masks.now
        self._incidence, self._policy, self._demands = incidence, corpus.policy, corpus.demands
        self._entity, self._value = entity, value
        self._values = Showable(incidence, spread, hidden.in_documents, entity, value)
        opened = could_open(incidence, corpus.links, self._values, hidden, corpus.policy.edge_threshold)
        links = corpus.links.joined(opened)
        self._a, self._b = links.a, links.b
        self._shared = SharedRows(self._values, links.a, links.b)
        self._shared.block(links, hidden.in_documents)
        known = corpus.links.a * incidence.documents + corpus.links.b
        self._is_link = np.isin(links.a * incidence.documents + links.b, known, assume_unique=True)
        self._document_log = np.log1p(-np.minimum(document_risk(incidence, hidden.in_documents), LARGEST_CONTRIBUTION))
        self._risk = risk_of(self._document_log)
        self._link_log = np.log1p(-np.minimum(links.strength(hidden.in_links), LARGEST_CONTRIBUTION))
        rows = np.arange(len(links.a))
        self._early = hop_weight(corpus.limits_over(links).pre_risk(rows[:, np.newaxis]))
        self._graph = LinkGraph.build(incidence.documents, links.a, links.b, np.zeros(len(links.a)))
        self._weight = self._weights(rows, np.zeros(len(links.a)))
        #: No link of a document weighs more.
        self._best = np.zeros(incidence.documents)
        for ends in (links.a, links.b):
            np.maximum.at(self._best, ends, self._weight)
        self._needed = -float(np.log1p(-min(corpus.limits.least, LARGEST_CONTRIBUTION))) - _SLACK

    def settle(self, order: Integers) -> Integers:
        """Try the rungs of each entity in some order, the finest first, and let the first that may stand do so.

        Args:
            order: all entities that have something to try.

        Returns:
            Value in place of each entity, NONE for a label; (E,).
        """
        shown = np.full(self._incidence.entities, NONE, dtype=np.int64)
        turn, last = np.searchsorted(self._entity, order), np.searchsorted(self._entity, order, side="right")
        # Links of one document are changed together, so that two hops are the least.
        turns = Turns(self._incidence, order, self._graph, max(self._policy.max_chain_length - 1, 2))
        now = turns.first()
        while len(now):
            barred = self._put(turn[now])
            stands = turn[now[~barred]]
            shown[self._entity[stands]] = self._value[stands]
            turn[now] += 1
            done = ~barred | (turn[now] == last[now])
            now = np.concatenate([now[~done], turns.done(now[done])])
        return shown

    def _documents_of(self, entities: Integers) -> tuple[Integers, Integers]:
        """The documents that mention some entities, each with the place of its entity."""
        begin, order = self._incidence.by_entity
        place, at = each_of(begin, entities)
        return place, self._incidence.document[order[at]]

    def _put(self, trials: Integers) -> Booleans:
        """Let values stand where the policy allows it; which it bars, parallel to them."""
        of_row, rows, relevance = self._values.show(trials)
        trial, documents = self._documents_of(self._entity[trials])
        risks = self._risk[documents]
        self._risk[documents] = risk_of(self._document_log[documents] + self._values.terms(documents))
        barred = _any(above(self._risk[documents], self._demands.theta_doc[documents]), trial, len(trials))

        free = ~barred[trial]
        of_edge, edge = each_of(self._graph.begin, documents[free])
        links, once = np.unique(self._graph.link[edge], return_index=True)
        of_link = trial[free][of_edge[once]]
        weights = self._weight[links]
        self._weight[links] = self._weights(links, self._shared.terms(links))
        ends, of_end = np.concatenate([self._a[links], self._b[links]]), np.tile(of_link, 2)
        best = self._best[ends]
        np.maximum.at(self._best, ends, np.tile(self._weight[links], 2))

        barred |= self._chain_above(trial[free], documents[free], len(trials))
        self._put_back(
            barred,
            _Before(
                (of_row, rows, relevance), (trial, documents, risks), (of_link, links, weights), (of_end, ends, best)
            ),
        )
        return barred

    def _put_back(self, barred: Booleans, before: _Before) -> None:
        trial, rows, relevance = before.rows
        self._values.hide(rows[barred[trial]], relevance[barred[trial]])
        for (trial, places, numbers), state in zip(
            (before.documents, before.links, before.ends), (self._risk, self._weight, self._best), strict=True
        ):
            state[places[barred[trial]]] = numbers[barred[trial]]

    def _weights(self, links: Integers, terms: Floats) -> Floats:
        """−ln(1 − hop) of some links, −∞ of pairs that share too little to be linked now; parallel to them."""
        strength = risk_of(self._link_log[links] + terms)
        linked = self._is_link[links] | ((strength >= self._policy.edge_threshold) & (terms < 0.0))
        hops = hop_risk(strength, self._risk[self._a[links]], self._risk[self._b[links]])
        return np.where(linked, hop_weight(hops), -np.inf)

    def _chain_above(self, trial: Integers, documents: Integers, trials: int) -> Booleans:
        """Which trials have a chain above its limit through one of their documents; (trials,)."""
        hops = self._policy.max_chain_length - 1
        barred = np.zeros(trials, dtype=np.bool_)
        nothing = np.zeros(len(documents))
        arms = _Paths(trial, documents[:, np.newaxis], nothing, nothing)
        for length in range(1, hops + 1):
            # What can still follow goes on from here, or from the other side of the document, where it is no longer.
            arms = self._longer(arms, hops - length, barred, both_sides=True)
            paths = arms
            for other in range(1, min(length, hops - length) + 1):
                paths = _Paths(paths.trial, paths.documents[:, ::-1], paths.weight, paths.early)
                paths = self._longer(paths, min(length, hops - length) - other, barred, both_sides=False)
                paths = _Paths(paths.trial, paths.documents[:, ::-1], paths.weight, paths.early)
        return barred

    def _longer(self, paths: _Paths, hops_left: int, barred: Booleans, *, both_sides: bool) -> _Paths:
        """Paths with one document more at the right end that a chain above its limit may have; marks the barred."""
        paths = paths.where(~barred[paths.trial])
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
        longer = _Paths(
            paths.trial[at],
            np.column_stack([paths.documents[at], following]),
            weight,
            paths.early[at] + self._early[link],
        )
        barred[longer.trial[self._above(longer)]] = True
        return longer

    def _above(self, paths: _Paths) -> Booleans:
        """Which paths are above the limits of their chains."""
        found = paths.weight >= self._needed
        limits = limit_of(risk_of(-paths.early), self._policy)
        found &= above(risk_of_weight(paths.weight), limits)
        if self._demands.accepted_chains:
            for row in np.flatnonzero(found).tolist():
                chain = tuple(paths.documents[row].tolist())
                found[row] = min(chain, chain[::-1]) not in self._demands.accepted_chains
        return found


def _any(flags: Booleans, group: Integers, groups: int) -> Booleans:
    """Which groups have a flag; (groups,)."""
    return np.bincount(group[flags], minlength=groups) > 0
