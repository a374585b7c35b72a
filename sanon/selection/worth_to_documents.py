"""What documents must still lose so that enough people fit, and how much of that each mask would take.

The greedy rule for covering problems (Dobson, "Worst-case analysis of greedy heuristics for integer programming with
nonnegative data", Mathematics of Operations Research 7(4), 1982): a mask is worth what it takes from all documents,
from none more than that must lose. The most digits of one document alone would often be a value of its own, and the
values that it shares with others, which join them, would stay.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sanon.risk.hierarchy import NONE
from sanon.risk.people import People
from sanon.risk.scores import sum_by
from sanon.selection.masking_state import ChainState
from sanon.selection.requirement import Worth
from sanon.selection.violations import Violation

#: Digits of what is true of one person in thirty: what is more common goes last, wherever it stands.
_COMMON = 1.5


class WorthToDocuments(Worth):
    """For single subjects Σ min(digits, what the subject must lose) over all of them; for chains the impact.

    A form of another value counts with all its digits: it is no candidate where it has no impact of its own.

    Args:
        people: whose values are added up, and the budget.
        state: the corpus, whose masks grow.
    """

    def __init__(self, people: People, state: ChainState) -> None:
        self._people, self._state, subjects = people, state, people.subjects
        entity = people.incidence.entity[subjects.mention]
        holder = np.repeat(np.arange(subjects.count), np.diff(subjects.begin))
        order = np.argsort(entity, kind="stable")
        self._holder, self._own = holder[order], people.digits[subjects.mention[order]]
        self._begin = np.searchsorted(entity[order], np.arange(people.incidence.entities + 1))
        excess = np.maximum(people.of_subjects(state.in_documents) - people.budget, 0.0)
        self._excess: list[float] = excess.tolist()
        taken = np.minimum(people.digits[subjects.mention], excess[holder])
        self._taken = sum_by(entity, taken, people.incidence.entities)

    def of(self, violation: Violation, impacts: Mapping[int, float]) -> Mapping[int, float]:
        """See `Worth`."""
        if len(violation.subjects) > 1:
            return impacts
        taken = self._taken[list(impacts)].tolist()
        worth = {one: own if impacts[one] > _COMMON else 0.0 for one, own in zip(impacts, taken, strict=True)}
        return worth if any(worth.values()) else impacts

    def mask(self, entity: int) -> None:
        """See `Worth`: what holds the entity must lose less, and other masks take less from it."""
        people, mentions = self._people, slice(self._begin[entity], self._begin[entity + 1])
        alone = people.ladders.node[entity] == NONE
        for holder, own in zip(self._holder[mentions].tolist(), self._own[mentions].tolist(), strict=True):
            before = self._excess[holder]
            if before > 0.0:
                left = before - own if alone else people.of_path([holder], self._state.in_documents) - people.budget
                after = self._excess[holder] = max(left, 0.0)
                entities, digits = people.telling(holder)
                self._taken[entities] -= np.minimum(digits, before) - np.minimum(digits, after)
