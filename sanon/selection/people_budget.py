"""The requirement that at least K people fit what each document and each chain still tells.

In digits that is a covering problem: of every document and chain the masks must take what its values tell above the
budget log10(N/K). Digits add up, so one inequality a document or chain says it all (`sanon.risk.people`).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from sanon.results.risks import Stage
from sanon.risk.chains import LinkGraph, enumerate_paths
from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.limits import is_above
from sanon.risk.links import Links
from sanon.risk.people import People
from sanon.risk.scores import sum_by
from sanon.selection.candidates import Candidates
from sanon.selection.masking_state import ChainState
from sanon.selection.requirement import CHOSEN, Cut, Evaluator, Requirement, ToTreat, Worth
from sanon.selection.violations import Violation, Violations, without_rounding
from sanon.selection.worth_to_documents import WorthToDocuments
from sanon.settings.policy import TIE

#: Paths whose digits are computed at a time.
_AT_ONCE = 20_000
#: Where the chain that tells most is looked for, from above; the first that has one ends the search.
_MOST = (80.0, 60.0, 45.0, 35.0, 28.0, 22.0, 17.0, 13.0, 10.0, 8.0, 6.0, 4.0, 2.0, 0.0)
#: Steps from what a chain may tell at the most down to the budget: masks for chains that tell most help most others.
_STEPS = 6
#: Less than this above the budget is within the tolerance of a solver: an inequality with whole coefficients decides.
_DECIDED = 1e-5


class PeopleBudget(Requirement):
    """No document and no chain of up to k documents tells more digits than the budget.

    Args:
        people: whose values are added up, and the budget.
        links: of the corpus before any mask.
        shown: value in place of each masked entity, NONE for a label; (E,), by default labels for all.
    """

    stage: Stage = "people"

    def __init__(self, people: People, links: Links, max_chain_length: int, shown: Integers | None = None) -> None:
        self.people, self._links, self.longest, self._shown = people, links, max_chain_length, shown

    def violations(self, state: ChainState) -> Iterator[Violations]:
        """See `Requirement`."""
        digits = self.people.of_subjects(state.in_documents, self._shown)
        yield self._documents(digits)
        graph = self._graph(state.in_documents, digits)
        yield from self._over(graph, state.in_documents, self.people.budget)

    def to_treat(self, state: ChainState, hopeless: Collection[Violation]) -> ToTreat:
        """Single documents first; a chain through one that cannot be helped cannot be helped either."""
        passed = {one.subjects for one in hopeless}
        never = np.zeros(self.people.subjects.count, dtype=np.bool_)
        never[[subject for (subject, *others) in passed if not others]] = True
        digits = self.people.of_subjects(state.in_documents, self._shown)
        documents = self._documents(digits)
        documents = documents.where(~never[documents.subjects[:, 0]])
        if len(documents):
            return ToTreat([documents], is_all=False)
        graph, budget = self._graph(state.in_documents, digits, ~never), self.people.budget
        # Single documents are within the budget, so no chain tells more than so many times as much.
        most = self.longest * budget
        for step in reversed(range(_STEPS)):
            least = float(without_rounding(np.array(budget + (most - budget) * step / _STEPS))) if step else 0.0
            chains = self._over(graph, state.in_documents, max(least - TIE, budget))
            blocks = (block.where(without_rounding(block.value) >= least).without_subjects(passed) for block in chains)
            first = next((block for block in blocks if len(block)), None)
            if first is not None:
                return ToTreat(itertools.chain([first], blocks), is_all=not step, least=least)
        return ToTreat([], is_all=True)

    def values(self, state: ChainState, violations: Violations) -> Floats:
        """Digits that some documents and chains tell now."""
        found = np.zeros(len(violations))
        for at, length in violations.by_length():
            found[at] = self.people.of_paths(violations.subjects[at, :length], state.in_documents, self._shown)
        return found

    def value(self, state: ChainState, violation: Violation, evaluator: Evaluator) -> float:
        """See `Requirement`: the evaluator adds up what there is to add up, in the same order."""
        return evaluator.value() if self._shown is None else super().value(state, violation, evaluator)

    def evaluator(self, state: ChainState, violation: Violation) -> DigitsEvaluator:
        """See `Requirement`."""
        return DigitsEvaluator(self.people, violation.subjects, state.in_documents)

    def worth(self, state: ChainState) -> Worth:
        """See `Requirement`: what a mask takes from all single documents and persons."""
        return WorthToDocuments(self.people, state)

    def _documents(self, digits: Floats) -> Violations:
        over = np.flatnonzero(digits > self.people.budget)
        document, none = self.people.subjects.document[over], np.zeros((len(over), 0), dtype=np.int64)
        return Violations(digits[over], document[:, np.newaxis], none, self._limits(len(over)), over[:, np.newaxis])

    def _limits(self, count: int) -> Floats:
        return np.full(count, self.people.budget)

    def most_digits(self, state: ChainState) -> tuple[float, float]:
        """The most digits that a document tells, and that a chain does; 0 without any."""
        digits = self.people.of_subjects(state.in_documents, self._shown)
        graph = self._graph(state.in_documents, digits)
        for least in _MOST:
            found = [float(together.max()) for _, _, together in self._chains(graph, state.in_documents, least)]
            if found:
                break
        return float(digits.max(initial=0.0)), max(found, default=0.0)

    def most_telling(self, documents: Sequence[int], masked: Booleans) -> Integers | None:
        """The subjects along a document or a chain that tell most together; None where nothing joins its documents.

        Args:
            documents: rows, one or more, in the order of the chain.
            masked: entities that are hidden in documents; (E,).
        """
        of_document = self.people.subjects.document
        paths = np.flatnonzero(of_document == documents[0])[:, np.newaxis]
        for document in documents[1:]:
            a, b = self.pairs.a, self.pairs.b
            one, other = np.concatenate([a, b]), np.concatenate([b, a])
            there = of_document[other] == document
            row, pair = np.nonzero(paths[:, -1:] == one[there])
            paths = np.column_stack([paths[row], other[there][pair]])
        return paths[self.people.of_paths(paths, masked, self._shown).argmax()] if len(paths) else None

    def _over(self, graph: _Weighted, masked: Booleans, least: float) -> Iterator[Violations]:
        """Chains that tell more than some digits, the budget or more."""
        for subjects, pairs, together in self._chains(graph, masked, least):
            documents = self.people.subjects.document[subjects]
            yield Violations(together, documents, self.pairs.link[pairs], self._limits(len(subjects)), subjects)

    def _chains(self, graph: _Weighted, masked: Booleans, least: float) -> Iterator[tuple[Integers, Integers, Floats]]:
        """Chains that tell more than some digits, in blocks: subjects, pairs along them, digits."""
        for paths in enumerate_paths(graph.links, self.longest, least):
            for first in range(0, len(paths.nodes), _AT_ONCE):
                nodes, links = paths.nodes[first : first + _AT_ONCE], paths.links[first : first + _AT_ONCE]
                together = self.people.of_paths(nodes, masked, self._shown)
                over = together > least
                if over.any():
                    yield nodes[over], graph.pair[links[over]], together[over]

    def _graph(self, masked: Booleans, digits: Floats, some: Booleans | None = None) -> _Weighted:
        """Some subjects, by default all, weighted so that paths weigh their digits less what neighbours share.

        That is an upper bound of what they tell; what it leaves is computed exactly.
        """
        pairs, owner = self.pairs, self.people.subjects.document
        pair = np.arange(len(pairs.a)) if some is None else np.flatnonzero(some[pairs.a] & some[pairs.b])
        a, b = pairs.a[pair], pairs.b[pair]
        weight = (digits[a] + digits[b]) / 2.0 - pairs.shared(masked)[pair]
        return _Weighted(pair, LinkGraph.weighted(len(digits), a, b, weight, digits / 2.0, owner))

    @cached_property
    def pairs(self) -> Pairs:
        """Pairs of subjects of linked documents that share an entity."""
        incidence, subjects, links = self.people.incidence, self.people.subjects, self._links
        of_term = np.repeat(np.arange(len(links.a)), np.diff(links.start))
        keys = incidence.document * incidence.entities + incidence.entity
        in_a, in_b = (
            np.searchsorted(keys, end[of_term] * incidence.entities + links.via) for end in (links.a, links.b)
        )
        # Which subjects hold a mention; one of a named person is held by that person alone.
        holder = np.repeat(np.arange(subjects.count), np.diff(subjects.begin))
        order = np.argsort(subjects.mention, kind="stable")
        begin = np.searchsorted(subjects.mention[order], np.arange(len(incidence.entity) + 1))
        term, at = each_of(begin, in_a)
        place, other = each_of(begin, in_b[term])
        term, a, b = term[place], holder[order[at[place]]], holder[order[other]]
        order = np.lexsort((b, a, of_term[term]))
        term, a, b = term[order], a[order], b[order]
        first = np.flatnonzero((np.diff(a, prepend=-1) != 0) | (np.diff(b, prepend=-1) != 0))
        alone = self.people.ladders.node[links.via[term]] == NONE
        least = np.minimum(self.people.digits[in_a[term]], self.people.digits[in_b[term]])
        pair = np.cumsum(np.isin(np.arange(len(term)), first)) - 1
        return Pairs(a[first], b[first], of_term[term[first]], pair, links.via[term], np.where(alone, least, 0.0))


class Pairs(NamedTuple):
    """P pairs of subjects, and what they share.

    Attributes:
        a, b, link: the subjects, and the link of their documents; (P,).
        pair, entity: of each shared value; (T,).
        digits: that count once of it, as far as that is known without the other values; (T,).
    """

    a: Integers
    b: Integers
    link: Integers
    pair: Integers
    entity: Integers
    digits: Floats

    def shared(self, masked: Booleans) -> Floats:
        """Digits that the ends of each pair share in readable values; masked is (E,); (P,)."""
        counts = ~masked[self.entity]
        return sum_by(self.pair[counts], self.digits[counts], len(self.a))


class _Weighted(NamedTuple):
    """Some pairs of subjects as the links of a graph, and their rows among all pairs."""

    pair: Integers
    links: LinkGraph


class DigitsEvaluator(Evaluator):
    """The digits of one document or chain under tentative labels.

    Args:
        people: whose values are added up.
        masked: entities that are hidden in documents; (E,).
    """

    def __init__(self, people: People, subjects: Collection[int], masked: Booleans) -> None:
        self._ladders, self._digits = people.ladders, people.readable(subjects, masked)
        self._left = self._digits.copy()

    def unmasked(self) -> list[int]:
        """See `Evaluator`."""
        return list(self._left)

    def value(self) -> float:
        """Digits under the tentative masks."""
        return self._ladders.of_few(self._left)

    def value_without(self, entities: list[int]) -> float:
        """See `Evaluator`."""
        return self._without(set(entities))

    def impacts(self) -> dict[int, float]:
        """See `Evaluator`."""
        forms = self._ladders.node_of.keys() & self._left.keys()
        before = self.value() if forms else 0.0
        return self._left | {entity: before - self._without({entity}) for entity in forms}

    def weight(self, entity: int) -> float:
        """Its digits."""
        return self._digits[entity]

    def mask(self, entity: int) -> None:
        """See `Evaluator`."""
        del self._left[entity]

    def unmask(self, entity: int) -> None:
        """See `Evaluator`."""
        self._left = {one: own for one, own in self._digits.items() if one in self._left or one == entity}

    def cuts(self, limit: float, candidates: Candidates, values: Mapping[int, float]) -> Iterator[Cut]:
        """Σ min(digits, excess) over the masked ≥ excess, over values of which none is a form of another.

        What a document or chain tells is the largest such sum, so each is an inequality that all sufficient masks
        satisfy; the one taken is what counts under the chosen masks.
        """
        own = candidates.among(self.unmasked())
        inside = {entity for entity in own if values.get(entity, 0.0) > CHOSEN}
        if is_above(self.value_without(own), limit):
            return
        if not self.value_without(sorted(inside)) > limit + _DECIDED:
            yield from super().cuts(limit, candidates, values)
            return
        entities = np.array(list(self._digits), dtype=np.int64)
        on_ladder = self._ladders.node[entities] != NONE
        counts = ~on_ladder
        rows = np.flatnonzero(on_ladder & np.isin(entities, list(self._left.keys() - inside)))
        digits = np.array(list(self._digits.values()))
        counts[rows] = self._ladders.counting(self._ladders.node[entities[rows]], digits[rows])
        excess = float(digits[counts].sum()) - limit
        own = candidates.among(entities[counts].tolist())
        yield Cut(tuple(own), tuple(min(self._digits[entity], excess) for entity in own), excess)

    def _without(self, hidden: Collection[int]) -> float:
        return self._ladders.of_few({entity: own for entity, own in self._left.items() if entity not in hidden})
