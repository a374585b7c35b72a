"""The worst violation of now, again and again, while masks lower the values of all."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sanon.risk.incidence import Floats
from sanon.risk.limits import above
from sanon.selection.masking_state import ChainState
from sanon.selection.violations import PADDING, Violation, Violations, without_rounding

if TYPE_CHECKING:
    from sanon.selection.requirement import Requirement

#: Violations that are evaluated together: few where the next one is probably the worst, more the longer it is not.
_FEWEST, _MOST = 128, 4_096


def worst_first(requirement: Requirement, state: ChainState) -> Iterator[Violation]:
    """The worst violation of now, again and again; the caller masks what brings each to its limit, or nothing.

    Masks only lower values, so a value seen earlier bounds that of now: what comes first by such bounds is evaluated
    again, where a mask has touched its documents since, until the first is one that none has. What nothing was masked
    for cannot be helped and does not come again.
    """
    hopeless: list[Violation] = []
    while True:
        queue = _Queue(requirement, state, hopeless)
        if not len(queue):
            return
        while worst := queue.worst():
            masks = state.masks
            yield worst
            if state.masks == masks:
                hopeless.append(worst)
        if queue.is_all:
            return


class _Evaluated(NamedTuple):
    """A violation that was evaluated, ordered as violations are, but that rounding makes no difference."""

    falling_value: float
    documents: tuple[int, ...]
    subjects: tuple[int, ...]
    violation: Violation
    masks: int

    @classmethod
    def of(cls, violation: Violation, rounded: float, masks: int) -> _Evaluated:
        """A violation, its value without rounding, and the number of masks when it had that."""
        return cls(-rounded, violation.documents, violation.subjects, violation, masks)


class _Queue:
    """The worst violations, as many as may be held. Those that were not looked at yet are rows of arrays.

    Attributes:
        is_all: whether nothing else is above its limit, but for what cannot be helped.
    """

    def __init__(self, requirement: Requirement, state: ChainState, hopeless: Collection[Violation]) -> None:
        self._requirement, self._state, self._found_at = requirement, state, state.masks
        blocks, is_all, least = requirement.to_treat(state, hopeless)
        self._found, left_out = _worst(blocks, requirement.held)
        self._rounded, self._next_worst = without_rounding(self._found.value), max(left_out, least)
        self.is_all = is_all and left_out < 0
        self._at = 0
        self._evaluated: list[_Evaluated] = []

    def __len__(self) -> int:
        return len(self._found) - self._at + len(self._evaluated)

    def worst(self) -> Violation | None:
        """The worst of now, which leaves the queue; None where one that is not held may be worse."""
        together = _FEWEST
        while True:
            if self._begins_in_arrays():
                self._take_from_arrays(together)
            elif not self._evaluated or -self._evaluated[0].falling_value < self._next_worst:
                return None
            elif self._is_current(self._evaluated[0]):
                return heapq.heappop(self._evaluated).violation
            else:
                self._evaluate_again(together)
            together = min(2 * together, _MOST)

    def _begins_in_arrays(self) -> bool:
        """Whether the first may be one that was not looked at yet."""
        if self._at == len(self._found) or self._rounded[self._at] < self._next_worst:
            return False
        if not self._evaluated or self._rounded[self._at] != -self._evaluated[0].falling_value:
            return not self._evaluated or bool(self._rounded[self._at] > -self._evaluated[0].falling_value)
        (first,) = self._found.where(slice(self._at, self._at + 1))
        return (first.documents, first.subjects) < self._evaluated[0][1:3]

    def _is_current(self, one: _Evaluated) -> bool:
        touched = self._state.touched
        return all(touched[document] <= one.masks for document in one.documents)

    def _take_from_arrays(self, count: int) -> None:
        """Evaluate the next ones that a mask has touched since they were found, and hold what is still too high."""
        found = self._found.where(slice(self._at, self._at + count))
        rounded = self._rounded[self._at : self._at + count]
        self._at += len(found)
        touched = np.where(found.documents == PADDING, 0, self._state.touched[found.documents]).max(axis=1)
        stale = touched > self._found_at
        self._hold(found.where(~stale), rounded[~stale], self._found_at)
        self._evaluate(found.where(stale))

    def _evaluate_again(self, count: int) -> None:
        first = [heapq.heappop(self._evaluated) for _ in range(min(count, len(self._evaluated)))]
        stale = []
        for one in first:
            if self._is_current(one):
                heapq.heappush(self._evaluated, one)
            else:
                stale.append(one.violation)
        self._evaluate(Violations.of(stale))

    def _evaluate(self, violations: Violations) -> None:
        """Give violations the values of now, and hold those that are above their limits."""
        if not len(violations):
            return
        now = replace(violations, value=self._requirement.values(self._state, violations))
        rounded = without_rounding(now.value)
        high = above(now.value, now.limit)
        self._hold(now.where(high), rounded[high], self._state.masks)

    def _hold(self, violations: Violations, rounded: Floats, masks: int) -> None:
        for violation, value in zip(violations, rounded.tolist(), strict=True):
            heapq.heappush(self._evaluated, _Evaluated.of(violation, value, masks))


def _worst(blocks: Iterable[Violations], count: int) -> tuple[Violations, float]:
    """The worst of some violations, at most `count`, and the greatest value among the others (−1: none)."""
    parts, held, next_worst = [Violations.of([])], 0, -1.0
    for block in blocks:
        parts.append(block)
        held += len(block)
        if held > 2 * count:
            worst, left_out = _shortened(parts, count)
            parts, held, next_worst = [worst], len(worst), max(next_worst, left_out)
    worst, left_out = _shortened(parts, count)
    return worst, max(next_worst, left_out)


def _shortened(parts: list[Violations], count: int) -> tuple[Violations, float]:
    """The worst of some tables, and the greatest value among the others (−1: none)."""
    everything = Violations.joined(parts).sorted()
    left_out = float(without_rounding(everything.value[count])) if len(everything) > count else -1.0
    return everything.where(slice(count)), left_out
