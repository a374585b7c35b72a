"""Masks that nothing needs at the end are given back: what was masked first often is, once the others are masked.

Reverse deletion (Goemans, Williamson, "The primal-dual method for approximation algorithms", 1997, section 4.3): the
dearest masks first, each is taken back if no document and no chain comes above its limit for that. What is left is
minimal: without any one of these masks something would be above its limit. A mask changes only what is told by the
documents that mention its entity and by the chains through them; so much is looked at for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sanon.risk.chains import LinkGraph, hop_risk, hop_weight
from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.limits import ChainLimits, above
from sanon.risk.paths_near import PathsNear, Saved
from sanon.risk.people import People
from sanon.risk.scores import contribution, log_survival, risk_of, sum_by
from sanon.selection.chain_risks import ChainRisks
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.masking_state import ChainState
from sanon.selection.people_budget import PeopleBudget
from sanon.selection.violations import Violations

#: Rounding of a bound must not hide a path, nor keep a mask.
_SLACK = 1e-9


def needless(corpus: MaskedCorpus, chosen: Sequence[int]) -> set[int]:
    """Entities whose masks nothing needs, the dearest taken back first (ties: entity id).

    Of values that are masked together, since they are one value under several types, none is taken back.

    Args:
        corpus: with all its masks.
        chosen: entities whose masks may be taken back.
    """
    masked, cost = corpus.masks.now.in_documents, corpus.demands.candidates.cost
    together = {one for group in corpus.demands.twins if sum(masked[one] for one in group) > 1 for one in group}
    needed = _needed_by_documents(corpus)
    order = sorted(
        (one for one in chosen if one not in together and not needed[one]), key=lambda one: (-cost[one], one)
    )
    if not order:
        return set()
    if corpus.people_budget and corpus.demands.people:
        needed = _needed_by_people(corpus.demands.people, corpus.people_budget, masked)
        order = [one for one in order if not needed[one]]
    taken_back = _TakenBack(corpus)
    return {entity for entity in order if taken_back.try_one(entity)}


def _needed_by_documents(corpus: MaskedCorpus) -> Booleans:
    """Entities without whose mask a document would be above its limit of risk; (E,)."""
    incidence = corpus.incidence
    terms = log_survival(contribution(incidence))
    readable = np.where(corpus.masks.now.in_documents[incidence.entity], 0.0, terms)
    total = sum_by(incidence.document, readable, incidence.documents)[incidence.document]
    over = above(risk_of(total + terms), corpus.demands.theta_doc[incidence.document] + _SLACK)
    return np.bincount(incidence.entity[over], minlength=incidence.entities) > 0


def _needed_by_people(people: People, budget: PeopleBudget, masked: Booleans) -> Booleans:
    """Entities without whose mask some documents and chains would tell too much; others may do so too; (E,).

    Of the chains through a subject those are looked at that should tell most, with it at an end and in the middle.
    """
    subjects, digits = people.subjects, people.of_subjects(masked)
    most = digits.copy()
    for paths in _telling(people, budget, digits, masked):
        together = people.of_paths(paths, masked)
        np.maximum.at(most, paths, together[:, np.newaxis])
    own = people.digits[subjects.mention]
    entity = people.incidence.entity[subjects.mention]
    subject = np.repeat(np.arange(subjects.count), np.diff(subjects.begin))
    # A value on a ladder may add less than its digits.
    over = (most[subject] + own > people.budget + _SLACK) & (people.ladders.node[entity] == NONE) & (own > 0)
    return np.bincount(entity[over], minlength=people.incidence.entities) > 0


def _telling(people: People, budget: PeopleBudget, digits: Floats, masked: Booleans) -> Iterator[Integers]:
    """From each subject, and through it, the two or three along a chain that tell most if all that they share is known.

    Returns:
        Paths of one length, (n, 2) or (n, 3).
    """
    if budget.longest < 2:
        return
    pairs = budget.pairs
    first, second = np.concatenate([pairs.a, pairs.b]), np.concatenate([pairs.b, pairs.a])
    more = digits[second] - np.tile(pairs.shared(masked), 2)
    order = np.lexsort((second, -more, first))
    first, second, more = first[order], second[order], more[order]
    begin = np.searchsorted(first, np.arange(len(digits) + 1))
    yield np.column_stack([first, second])[np.unique(first, return_index=True)[1]]
    if budget.longest < 3:
        return
    # What follows `second` best; where that leads back, what follows it second best.
    best = begin[second]
    best += second[best] == first
    there = np.flatnonzero(best < begin[second + 1])
    best = best[there]
    paths = np.column_stack([first[there], second[there], second[best]])
    most_first = np.argsort(-(digits[paths[:, 0]] + more[there] + more[best]), kind="stable")
    owner = people.subjects.document[paths]
    paths = paths[most_first[(owner[:, 0] != owner[:, 2])[most_first]]]
    yield paths[np.unique(np.concatenate([np.unique(paths[:, end], return_index=True)[1] for end in (0, 1)]))]


class _TakenBack:
    """A corpus whose masks are taken back one by one."""

    def __init__(self, corpus: MaskedCorpus) -> None:
        self._incidence, self._theta_doc = corpus.incidence, corpus.demands.theta_doc
        self._state = corpus.state.copy()
        self._chains = _Chains(corpus, self._state)
        self._people = _People(corpus.people_budget, self._state) if corpus.people_budget else None

    def try_one(self, entity: int) -> bool:
        """Take the mask of an entity back if nothing comes above its limit; whether it is."""
        begin, order = self._incidence.by_entity
        documents = self._incidence.document[order[begin[entity] : begin[entity + 1]]]
        hides_links = bool(self._state.in_links[entity])
        self._state.unmask(entity)
        allowed = not above(self._state.document_risk[documents], self._theta_doc[documents]).any()
        if allowed and self._people:
            allowed = self._people.allow(entity, documents)
        if allowed and not self._chains.allow(entity, documents):
            allowed = False
            if self._people:
                self._people.undo()
        if not allowed:
            self._state.mask_again(entity, hides_links)
        return allowed


class _ChangedChains(NamedTuple):
    links: Integers
    pre_weight: Floats
    near: Saved


class _Chains:
    """The risks of chains. Their limits follow from the masks before the chain stage, of which some are taken back."""

    def __init__(self, corpus: MaskedCorpus, state: ChainState) -> None:
        self._state, self._links, self._longest = state, corpus.links, corpus.policy.max_chain_length
        self._before = ChainState(corpus.incidence, corpus.masks.before_chains, corpus.links)
        self._limits = ChainLimits(self._before.hop(), corpus.policy, corpus.demands.accepted_chains)
        self._risks = ChainRisks(self._limits, self._longest)
        graph = LinkGraph.build(corpus.incidence.documents, corpus.links.a, corpus.links.b, state.hop())
        self._near = PathsNear(graph, corpus.links.a, corpus.links.b)
        self._needed = float(hop_weight(np.array(self._limits.least))) - _SLACK

    def allow(self, entity: int, documents: Integers) -> bool:
        """Whether no chain through the documents of an entity is above its limit now; if so, keep what changed."""
        early, hid_links = bool(self._before.in_documents[entity]), bool(self._before.in_links[entity])
        if early:
            self._before.unmask(entity)
        changed = self._change(documents)
        if not self._is_over(documents):
            return True
        self._limits.pre_weight[changed.links] = changed.pre_weight
        self._near.restore(changed.near)
        if early:
            self._before.mask_again(entity, hid_links)
        return False

    def _change(self, documents: Integers) -> _ChangedChains:
        links = self._near.links_of(documents)
        before = self._limits.pre_weight[links]
        self._limits.pre_weight[links] = self._weight(self._before, links)
        return _ChangedChains(links, before, self._near.set(links, self._weight(self._state, links)))

    def _weight(self, state: ChainState, links: Integers) -> Floats:
        ends = self._links.a[links], self._links.b[links]
        return hop_weight(hop_risk(state.strength[links], state.document_risk[ends[0]], state.document_risk[ends[1]]))

    def _is_over(self, documents: Integers) -> bool:
        for paths in self._near.through(documents, self._longest, self._needed):
            if len(paths.nodes):
                limit, none = self._limits.of(paths.nodes, paths.links), np.zeros((len(paths.nodes), 0), dtype=np.int64)
                chains = Violations(paths.weight, paths.nodes, paths.links, limit, none)
                if above(self._risks.values(self._state, chains), limit).any():
                    return True
        return False


class _ChangedPeople(NamedTuple):
    subjects: Integers
    end_weight: Floats
    terms: Integers
    near: Saved


class _People:
    """The digits of documents and chains."""

    def __init__(self, budget: PeopleBudget, state: ChainState) -> None:
        self._state, self._people, self._pairs, self._longest = state, budget.people, budget.pairs, budget.longest
        digits, self._shared = self._people.of_subjects(state.in_documents), self._pairs.shared(state.in_documents)
        a, b, owner = self._pairs.a, self._pairs.b, self._people.subjects.document
        weight = (digits[a] + digits[b]) / 2.0 - self._shared
        self._near = PathsNear(LinkGraph.weighted(len(digits), a, b, weight, digits / 2.0, owner), a, b)
        self._terms = np.argsort(self._pairs.entity, kind="stable")
        self._begin = np.searchsorted(self._pairs.entity[self._terms], np.arange(state.incidence.entities + 1))
        self._of_document = np.searchsorted(owner, np.arange(state.incidence.documents + 1))
        self._changed: _ChangedPeople | None = None

    def allow(self, entity: int, documents: Integers) -> bool:
        """Whether the documents of an entity and the chains through them tell little enough now; if so, keep that."""
        _, subjects = each_of(self._of_document, documents)
        digits = self._people.of_paths(subjects[:, np.newaxis], self._state.in_documents)
        if (digits > self._people.budget).any():
            return False
        near, terms = self._near, self._terms[self._begin[entity] : self._begin[entity + 1]]
        np.add.at(self._shared, self._pairs.pair[terms], self._pairs.digits[terms])
        end_weight, near.end_weight[subjects] = near.end_weight[subjects], digits / 2.0
        links = near.links_of(subjects)
        saved = near.set(links, self._weight(links))
        self._changed = _ChangedPeople(subjects, end_weight, terms, saved)
        for paths in near.through(subjects, self._longest, self._people.budget - _SLACK):
            if (self._people.of_paths(paths.nodes, self._state.in_documents) > self._people.budget).any():
                self.undo()
                return False
        return True

    def undo(self) -> None:
        """Take back what the last entity that was allowed has changed."""
        if self._changed:
            changed, self._changed = self._changed, None
            np.subtract.at(self._shared, self._pairs.pair[changed.terms], self._pairs.digits[changed.terms])
            self._near.end_weight[changed.subjects] = changed.end_weight
            self._near.restore(changed.near)

    def _weight(self, links: Integers) -> Floats:
        ends = self._near.end_weight[self._pairs.a[links]], self._near.end_weight[self._pairs.b[links]]
        weight: Floats = ends[0] + ends[1] - self._shared[links]
        return weight
