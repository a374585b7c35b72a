"""The bench: one coarser value at a time, tried where it would stand.

Only documents that mention the entity, their links and the chains through them change. What costs least is looked at
first: the documents, then the chains over links that are there, then links that only the value opens.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, hop_risk, hop_weight
from sanon.risk.coarser import CoarserValues, Showing
from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Floats, Integers
from sanon.risk.limits import is_above, limit_of
from sanon.risk.scores import document_risk, log_survival, risk_of
from sanon.selection.masked_corpus import MaskedCorpus

#: Rounding of a bound must not hide a chain.
_SLACK = 1e-9


@dataclass(frozen=True)
class Barred:
    """Why a value cannot stand.

    Attributes:
        documents: rows of the document or chain that would be above its limit.
        risk: that it would have.
        limit: what it must reach.
    """

    documents: tuple[int, ...]
    risk: float
    limit: float


class _Arm(NamedTuple):
    """A path from a document: the documents after it, and the sums of −ln(1 − hop) now and before the chain stage."""

    documents: tuple[int, ...]
    weight: float
    before: float


class Bench:
    """A corpus on which coarser values are tried.

    Args:
        corpus: with its masks.
        spread: its coarser values.
        shown: those that stand; (E,).
    """

    def __init__(self, corpus: MaskedCorpus, spread: Spread, shown: Integers) -> None:
        incidence, hidden, links = corpus.incidence, corpus.masks.now, corpus.links
        self._corpus, self._links, self._policy = corpus, links, corpus.policy
        self.values = CoarserValues(incidence, spread, hidden, np.full(incidence.entities, NONE, dtype=np.int64))
        self._document_log = np.log1p(-np.minimum(document_risk(incidence, hidden.in_documents), 1.0 - 1e-15))
        self._document_term = np.zeros(incidence.documents)
        self._risk = risk_of(self._document_log)
        self._link_log = np.log1p(-np.minimum(links.strength(hidden.in_links), 1.0 - 1e-15))
        self._link_term = np.zeros(len(links.a))
        self._pre_weight = -log_survival(corpus.limits.pre_risk(np.arange(len(links.a))[:, np.newaxis]))
        self._graph = LinkGraph.build(incidence.documents, links.a, links.b, np.zeros(len(links.a)))
        self._links_of: dict[int, dict[int, int]] = {}
        self._opened: defaultdict[int, dict[int, float]] = defaultdict(dict)
        self._hops_of: dict[int, tuple[Integers, Floats, Floats]] = {}
        self._best = np.zeros(incidence.documents)
        weights = self._weights(np.arange(len(links.a)), self._risk[links.a], self._risk[links.b])
        np.maximum.at(self._best, links.a, weights)
        np.maximum.at(self._best, links.b, weights)
        self._needed = -float(np.log1p(-min(corpus.limits.least, 1.0 - 1e-15))) - _SLACK
        self._accepted = corpus.demands.accepted_chains
        before = corpus.masks.before_chains
        self._before = before
        self._pre_risk = document_risk(incidence, before.in_documents)
        for entity in np.flatnonzero(shown != NONE).tolist():
            undo = self._show(entity, int(shown[entity]))
            self._renew_links(undo)
            self._open_links(undo)

    def put(self, entity: int, value: int) -> Barred | None:
        """Let a value stand in place of an entity if the policy allows it; else say why not, and change nothing."""
        undo = self._show(entity, value)
        documents = undo.documents.tolist()
        barred = self._document_above(documents)
        if barred is None:
            self._renew_links(undo)
            barred = self._chain_above(documents)
        if barred is None and self._open_links(undo):
            barred = self._chain_above(documents)
        if barred:
            self._restore(entity, undo)
        return barred

    def _show(self, entity: int, value: int) -> _Undo:
        """Let a value stand: what it adds to the risk of documents."""
        documents, before = self.values.documents_of(entity), int(self.values.shown[entity])
        showed = self.values.put(entity, value)
        # Only documents that show something at or under these share anything else now.
        roots = frozenset(self.values.widest(one) for one in (value, before) if one != NONE)
        undo = _Undo(before, roots, documents, self._document_term[documents], self._risk[documents], showed)
        self._document_term[documents] = [self.values.document_term(document) for document in documents.tolist()]
        self._risk[documents] = risk_of(self._document_log[documents] + self._document_term[documents])
        self._hops_of.clear()
        return undo

    def _renew_links(self, undo: _Undo) -> None:
        """Renew what linked pairs share of the value: all other pairs share what they shared."""
        documents = undo.documents.tolist()
        for document in documents:
            undo.opened[document] = dict(self._opened.get(document, ()))
        for document in documents:
            for other, link in self._linked(document).items():
                if link not in undo.links and self.values.shows_of(other, undo.roots):
                    undo.links[link] = float(self._link_term[link])
                    self._link_term[link] = self.values.shared_term(document, other)
            for other in undo.opened[document]:
                self._open(document, other)
        self._hops_of.clear()
        self._raise_best(documents, undo)

    def _open_links(self, undo: _Undo) -> bool:
        """Add the links that the value opens; whether there are any."""
        threshold, found = self._policy.edge_threshold, False
        documents = undo.documents.tolist()
        for document in documents:
            linked, opened = self._linked(document), self._opened[document]
            for other in self.values.partners(document, threshold, undo.roots):
                if other not in linked and other not in opened and self.values.shows_of(other, undo.roots):
                    found |= self._open(document, other)
        if found:
            self._hops_of.clear()
            self._raise_best(documents, undo)
        return found

    def _open(self, document: int, other: int) -> bool:
        """Link two documents that no link joined before any mask, if they share enough now; whether they do."""
        shared = self.values.shared_term(document, other)
        strength = -math.expm1(shared + self.values.entity_term(document, other)) if shared < 0.0 else 0.0
        if strength >= self._policy.edge_threshold:
            self._opened[document][other] = self._opened[other][document] = strength
            return True
        self._opened[document].pop(other, None)
        self._opened[other].pop(document, None)
        return False

    def _raise_best(self, documents: list[int], undo: _Undo) -> None:
        for document in documents:
            neighbours, weights, _ = self._hops(document)
            if not len(neighbours):
                continue
            higher = weights > self._best[neighbours]
            for one in (document, *neighbours[higher].tolist()):
                undo.best.setdefault(one, float(self._best[one]))
            self._best[neighbours[higher]] = weights[higher]
            self._best[document] = max(self._best[document], float(weights.max()))

    def _restore(self, entity: int, undo: _Undo) -> None:
        self.values.put_back(entity, undo.value, undo.showed)
        self._document_term[undo.documents], self._risk[undo.documents] = undo.terms, undo.risks
        for link, term in undo.links.items():
            self._link_term[link] = term
        for document, opened in undo.opened.items():
            for other in self._opened[document].keys() - opened.keys():
                self._opened[other].pop(document, None)
            for other, strength in opened.items():
                self._opened[other][document] = strength
            self._opened[document] = opened
        for document, best in undo.best.items():
            self._best[document] = best
        self._hops_of.clear()

    def _linked(self, document: int) -> dict[int, int]:
        """Documents linked before any mask -> rows of the links."""
        if document not in self._links_of:
            span = slice(int(self._graph.begin[document]), int(self._graph.begin[document + 1]))
            pairs = zip(self._graph.neighbour[span].tolist(), self._graph.link[span].tolist(), strict=True)
            self._links_of[document] = dict(pairs)
        return self._links_of[document]

    def _weights(self, links: Integers, risk_a: Floats, risk_b: Floats) -> Floats:
        strength = risk_of(self._link_log[links] + self._link_term[links])
        return hop_weight(hop_risk(strength, risk_a, risk_b))

    def _hops(self, document: int) -> tuple[Integers, Floats, Floats]:
        """Neighbours of a document, and −ln(1 − hop) to each, now and before the chain stage."""
        if document not in self._hops_of:
            self._hops_of[document] = self._look_at_hops(document)
        return self._hops_of[document]

    def _look_at_hops(self, document: int) -> tuple[Integers, Floats, Floats]:
        span = slice(int(self._graph.begin[document]), int(self._graph.begin[document + 1]))
        neighbours, links = self._graph.neighbour[span], self._graph.link[span]
        weights = self._weights(links, self._risk[[document]], self._risk[neighbours])
        before = self._pre_weight[links]
        opened = self._opened.get(document)
        if opened:
            others = np.array(sorted(opened), dtype=np.int64)
            strength = np.array([opened[other] for other in others.tolist()])
            added = hop_weight(hop_risk(strength, self._risk[[document]], self._risk[others]))
            early = np.array([self._pre_hop(document, other) for other in others.tolist()])
            neighbours, weights = np.concatenate([neighbours, others]), np.concatenate([weights, added])
            before = np.concatenate([before, early])
        return neighbours, weights, before

    def _pre_hop(self, a: int, b: int) -> float:
        """−ln(1 − hop) of a pair that only coarser values link, before the chain stage."""
        strength = -math.expm1(self.values.entity_term_under(a, b, self._before.in_links))
        one, other = self._pre_risk[[a]], self._pre_risk[[b]]
        return float(-log_survival(hop_risk(np.array([strength]), one, other))[0])

    def _document_above(self, documents: list[int]) -> Barred | None:
        for document in documents:
            risk, limit = float(self._risk[document]), float(self._corpus.demands.theta_doc[document])
            if is_above(risk, limit):
                return Barred((document,), risk, limit)
        return None

    def _chain_above(self, documents: list[int]) -> Barred | None:
        for document in documents:
            for chain, weight, before in self._chains_through(document):
                risk = -math.expm1(-weight)
                pre = risk_of(np.array([-before]))
                limit = 1.0 if chain in self._accepted else float(limit_of(pre, self._policy)[0])
                if is_above(risk, limit):
                    return Barred(chain, risk, limit)
        return None

    def _chains_through(self, document: int) -> Iterator[tuple[tuple[int, ...], float, float]]:
        """Chains through a document that could be above some limit: documents, and sums of −ln(1 − hop)."""
        hops = self._policy.max_chain_length - 1
        neighbours, weights, _ = self._hops(document)
        if not len(neighbours):
            return
        if self._reachable(neighbours, weights, hops) < self._needed:
            return
        arms = self._arms(document, hops)
        for arm in arms:
            if arm.weight >= self._needed:
                yield _chain((document, *arm.documents)), arm.weight, arm.before
        for one, other in combinations(arms, 2):
            if len(one.documents) + len(other.documents) > hops or one.weight + other.weight < self._needed:
                continue
            if not set(one.documents) & set(other.documents):
                chain = (*reversed(one.documents), document, *other.documents)
                yield _chain(chain), one.weight + other.weight, one.before + other.before

    def _reachable(self, neighbours: Integers, weights: Floats, hops: int) -> float:
        """No chain through a document weighs more."""
        if hops == 1:
            return float(weights.max())
        if hops > 2:
            return hops * float(self._best.max())
        in_the_middle = float(np.partition(weights, -2)[-2:].sum()) if len(weights) > 1 else 0.0
        return max(in_the_middle, float((weights + self._best[neighbours]).max()))

    def _arms(self, document: int, hops: int) -> list[_Arm]:
        """Paths of 1..hops hops from a document that may be part of a chain above its limit."""
        most = float(self._best.max()) if hops > 2 else 0.0
        _, own, _ = self._hops(document)
        best = float(own.max())
        found, last = list[_Arm](), [_Arm((), 0.0, 0.0)]
        for length in range(1, hops + 1):
            longer = []
            for arm in last:
                end = arm.documents[-1] if arm.documents else document
                neighbours, weights, before = self._hops(end)
                reach = arm.weight + weights
                if length < hops:
                    # The next hop goes on from here, or from the other side of the document.
                    reach = reach + np.maximum(self._best[neighbours], best) + (hops - length - 1) * most
                for at in np.flatnonzero(reach >= self._needed).tolist():
                    other = int(neighbours[at])
                    if other != document and other not in arm.documents:
                        weight, early = arm.weight + float(weights[at]), arm.before + float(before[at])
                        longer.append(_Arm((*arm.documents, other), weight, early))
            found += longer
            last = longer
        return found


@dataclass
class _Undo:
    """What a value that cannot stand has changed."""

    value: int
    roots: frozenset[int]
    documents: Integers
    terms: Floats
    risks: Floats
    showed: dict[int, Showing]
    links: dict[int, float] = field(default_factory=dict)
    opened: dict[int, dict[int, float]] = field(default_factory=dict)
    best: dict[int, float] = field(default_factory=dict)


def _chain(documents: tuple[int, ...]) -> tuple[int, ...]:
    return min(documents, documents[::-1])
