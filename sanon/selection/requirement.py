"""What a policy requires of documents and chains, and what fails it, the worst first, without holding all of it."""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from sanon.risk.incidence import Floats, Integers
from sanon.risk.limits import is_above
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Stage
from sanon.selection.corpus_state import ChainState
from sanon.settings.policy import TIE

#: Violations held at a time; of more than these the worst are treated and the others are looked for again.
HELD = 200_000


class Violation(NamedTuple):
    """A document or chain above its limit; ordered worst first, ties by the source ids of the documents.

    Attributes:
        falling_value: minus its value when it was found.
        documents, links: rows of its documents and of its links.
        limit: the highest value that it may have.
        subjects: rows of the persons or documents whose values were added up; none for a risk.
    """

    falling_value: float
    documents: tuple[int, ...]
    links: tuple[int, ...]
    limit: float
    subjects: tuple[int, ...] = ()

    @property
    def value(self) -> float:
        """Its value when it was found."""
        return -self.falling_value


class Cut(NamedTuple):
    """An inequality that all sufficient sets of masks satisfy: the coefficients of the masked add up to `at_least`.

    Attributes:
        entities: ascending.
        coefficients: greater than 0; parallel.
    """

    entities: tuple[int, ...]
    coefficients: tuple[float, ...]
    at_least: float


class Evaluator(ABC):
    """The value of one document or chain under tentative labels, without touching the corpus."""

    @abstractmethod
    def unmasked(self) -> list[int]:
        """Entities that may still be masked, ascending."""

    @abstractmethod
    def value(self) -> float:
        """The value under the tentative masks."""

    @abstractmethod
    def value_without(self, entities: list[int]) -> float:
        """The value if some more entities were masked."""

    @abstractmethod
    def impacts(self) -> tuple[Integers, Floats]:
        """The entities that may still be masked, ascending, and by how much each mask would lower the value."""

    @abstractmethod
    def weight(self, entity: int) -> float:
        """What an entity adds, also where others hide it; in any unit, comparable within the chain."""

    @abstractmethod
    def mask(self, entity: int) -> None:
        """Add a tentative mask."""

    @abstractmethod
    def unmask(self, entity: int) -> None:
        """Take a tentative mask back."""

    def cut(self, limit: float, candidates: Candidates, chosen: Collection[int]) -> Cut | None:
        """An inequality that some chosen masks violate; None if they bring the value to its limit, or nothing can.

        Here: mask at least one of the entities outside a maximal set, with `chosen` inside it, that fails the limit.
        Entities with little impact go into the set first, so that few with much impact are left for the cut.
        """
        own = candidates.among(self.unmasked())
        inside = set(chosen).intersection(own)
        for entity in inside:
            self.mask(entity)
        if not is_above(self.value(), limit):
            return None
        entities, impacts = self.impacts()
        impact_of = dict(zip(entities.tolist(), impacts.tolist(), strict=True))
        cut = []
        for entity in sorted(set(own) - inside, key=lambda entity: (impact_of[entity], entity)):
            self.mask(entity)
            if not is_above(self.value(), limit):
                self.unmask(entity)
                cut.append(entity)
        return Cut(tuple(sorted(cut)), (1.0,) * len(cut), 1.0) if cut else None

    def useful(self, candidates: Candidates) -> tuple[Integers, Floats]:
        """Candidates that may still be masked, ascending, and the impact of each.

        Two certain identifiers hide each other: masking one changes nothing, masking both does. Where no candidate has
        an impact, its weight takes the place of that.
        """
        entities, impacts = self.impacts()
        entities, impacts = entities[candidates.allowed[entities]], impacts[candidates.allowed[entities]]
        if impacts.max(initial=0.0) <= TIE:
            impacts = np.array([self.weight(entity) for entity in entities.tolist()], dtype=np.float64)
        return entities, impacts


class Requirement(ABC):
    """Limits of documents or chains. A mask never raises a value.

    Attributes:
        stage: of the masks that are chosen for it.
        held: violations in memory at a time.
        at_once: violations that are evaluated together at most; 1 where together takes as long as one after the other.
    """

    stage: Stage
    held: int = HELD
    at_once: int = 1

    @abstractmethod
    def violations(self, state: ChainState) -> Iterator[list[Violation]]:
        """All that is above its limit now, in blocks and in no particular order."""

    @abstractmethod
    def value(self, state: ChainState, violation: Violation) -> float:
        """The value of a document or chain now."""

    def values(self, state: ChainState, violations: Sequence[Violation]) -> list[float]:
        """The values of some now."""
        return [self.value(state, one) for one in violations]

    def risk(self, state: ChainState, violation: Violation, value: float) -> float:
        """The risk of a document or chain whose value is known."""
        return state.risk(violation.documents, violation.links)

    @abstractmethod
    def evaluator(self, state: ChainState, violation: Violation) -> Evaluator:
        """One document or chain, to try masks on."""

    def to_treat(self, state: ChainState, hopeless: Collection[Violation]) -> Iterable[list[Violation]]:
        """What should be treated next: all violations, but for those like the hopeless ones."""
        passed = {one.documents for one in hopeless}
        return ([one for one in block if one.documents not in passed] for block in self.violations(state))

    def worst_first(self, state: ChainState) -> Iterator[Violation]:
        """The worst violation of now, again and again; the caller masks what brings each to its limit.

        Masks only lower values, so a value seen earlier bounds that of now, and a heap whose top is evaluated again
        yields the worst without another search. What is still above its limit after it was taken cannot be helped and
        does not come again.
        """
        hopeless: list[Violation] = []
        while True:
            heap, next_worst = self._worst(state, hopeless)
            if not heap:
                return
            # What was evaluated since the last mask, and how many are evaluated next: few where few have changed.
            current: set[Violation] = set()
            together = 1
            while heap and heap[0].value >= next_worst:
                if heap[0] not in current:
                    current.update(self._evaluate_again(state, heap, together))
                    together = min(2 * together, self.at_once)
                    continue
                worst = heapq.heappop(heap)
                yield worst
                if is_above(self.value(state, worst), worst.limit):
                    hopeless.append(worst)
                current, together = set(), 1

    def _evaluate_again(self, state: ChainState, heap: list[Violation], count: int) -> list[Violation]:
        """Give the worst of a heap the values of now; what came to its limit leaves it. The others are returned."""
        worst = [heapq.heappop(heap) for _ in range(min(count, len(heap)))]
        found = []
        for one, value in zip(worst, self.values(state, worst), strict=True):
            if is_above(value, one.limit):
                found.append(one._replace(falling_value=-value) if value < one.value - TIE else one)
                heapq.heappush(heap, found[-1])
        return found

    def _worst(self, state: ChainState, hopeless: Collection[Violation]) -> tuple[list[Violation], float]:
        """A heap of the worst violations, and the greatest value among those left out (−1: none)."""
        heap: list[Violation] = []
        next_worst = -1.0
        for block in self.to_treat(state, hopeless):
            heap.extend(block)
            if len(heap) > 2 * self.held:
                next_worst = max(next_worst, self._shorten(heap))
        return heap, max(next_worst, self._shorten(heap))

    def _shorten(self, heap: list[Violation]) -> float:
        """Leave only as many as may be held, the worst; the greatest value among the others (−1: none)."""
        heap.sort()
        left_out = heap[self.held :]
        del heap[self.held :]
        return left_out[0].value if left_out else -1.0
