"""A cheap set of entities that satisfies cuts, without a proof: local search with weights of rows.

Again and again the entity that the cuts need least gives way to one from the cut that has been missed longest. What is
missed grows in weight, which leads out of local minima (Gao, Weise, Li, "An efficient local search heuristic with row
weighting for the unicost set covering problem", European Journal of Operational Research 246(3), 2015). Nothing is
random: ties go to what has not moved for longest.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from sanon.risk.incidence import Booleans, Floats, Integers, each_of
from sanon.risk.scores import sum_by
from sanon.selection.requirement import Cut

#: Costs, weights and coefficients that differ by less are equal.
_EQUAL = 1e-9
#: No entity.
_NONE = -1


class LocalSearch:
    """A set of entities that changes until it satisfies some cuts.

    What an entity is *needed* for is what the cuts, each by its weight, lack more without it than with it.

    Args:
        cost: of all entities.
        cuts: one or more, each satisfied by the set of all its entities.
        weights: of the cuts, 1 for a new one; (cuts,). Those of the end are in `weights`.
        chosen: entities to begin with.
    """

    def __init__(self, cost: Floats, cuts: Sequence[Cut], weights: Floats, chosen: Collection[int]) -> None:
        length = np.array([len(cut.entities) for cut in cuts])
        self._begin = np.concatenate([[0], np.cumsum(length)])
        self._row = np.repeat(np.arange(len(cuts)), length)
        self._factor = np.array([factor for cut in cuts for factor in cut.coefficients])
        entity = np.array([one for cut in cuts for one in cut.entities])
        self._entities, self._column = np.unique(entity, return_inverse=True)
        self._by_column = np.argsort(self._column, kind="stable")
        self._begin_column = np.searchsorted(self._column[self._by_column], np.arange(len(self._entities) + 1))
        self._near: dict[int, _Near] = {}

        self.weights, self._cost = weights.copy(), cost[self._entities]
        self._chosen = np.isin(self._entities, list(chosen))
        self._total = float(self._cost[self._chosen].sum())
        reached = sum_by(self._row, self._factor * self._chosen[self._column], len(cuts))
        self._lack = np.array([cut.at_least for cut in cuts]) - reached
        lack = _lack_without(self._lack[self._row], self._chosen[self._column], self._factor)
        self._needed = sum_by(self._column, self.weights[self._row] * lack, len(self._entities))
        self._missed = dict.fromkeys(np.flatnonzero(self._lack > _EQUAL).tolist())
        self._moved = np.zeros(len(self._entities), dtype=np.int64)

    def cheapest(self, steps: int) -> list[int]:
        """The cheapest set that was found in so many steps, ascending."""
        while self._missed:
            self._move(int(np.where(self._chosen, -1.0, self._needed / self._cost).argmax()), 0)
        best, least, last = self._chosen.copy(), self._total, _NONE
        for step in range(1, steps + 1):
            while not self._missed or self._total > least - _EQUAL:
                if not self._missed and self._total < least - _EQUAL:
                    best, least = self._chosen.copy(), self._total
                self._take_out(step)
            self._take_out(step, last)
            last = self._put_in(step)
            for row in self._missed:
                self._weigh(row)
        return self._entities[best].tolist()  # type: ignore[no-any-return]

    def _take_out(self, step: int, kept: int = _NONE) -> None:
        """Take out what is needed least for its cost, but for one entity."""
        needed = np.where(self._chosen, self._needed / self._cost, np.inf)
        if kept != _NONE:
            needed[kept] = np.inf
        least = np.flatnonzero(needed <= needed.min() + _EQUAL)
        column = int(least[self._moved[least].argmin()])
        if self._chosen[column]:
            self._move(column, step)

    def _put_in(self, step: int) -> int:
        """Choose what is needed most for its cost in the cut missed longest, but for what just left it."""
        row = next(iter(self._missed))
        columns = self._column[self._begin[row] : self._begin[row + 1]]
        columns = columns[~self._chosen[columns]]
        left_before = columns[self._moved[columns] < step]
        columns = left_before if len(left_before) else columns
        order = np.lexsort((columns, self._moved[columns], -self._needed[columns] / self._cost[columns]))
        column = int(columns[order[0]])
        self._move(column, step)
        return column

    def _move(self, column: int, step: int) -> None:
        """Take an entity out, or choose it."""
        if column not in self._near:
            self._near[column] = self._neighbours(column)
        near, sign = self._near[column], 1.0 if self._chosen[column] else -1.0
        lack, chosen = self._lack[near.row], self._chosen[near.column]
        more = _lack_without(lack + sign * near.own, chosen, near.factor) - _lack_without(lack, chosen, near.factor)
        np.add.at(self._needed, near.column, self.weights[near.row] * more)
        self._lack[near.rows] += sign * near.factors
        self._chosen[column] = sign < 0
        self._total -= sign * float(self._cost[column])
        self._moved[column] = step
        missed = self._lack[near.rows] > _EQUAL
        for row in near.rows[missed].tolist():
            self._missed.setdefault(row)
        for row in near.rows[~missed].tolist():
            self._missed.pop(row, None)

    def _weigh(self, row: int) -> None:
        """Let a cut weigh 1 more."""
        own = slice(self._begin[row], self._begin[row + 1])
        column = self._column[own]
        self._needed[column] += _lack_without(self._lack[row], self._chosen[column], self._factor[own])
        self.weights[row] += 1.0

    def _neighbours(self, column: int) -> _Near:
        own = self._by_column[self._begin_column[column] : self._begin_column[column + 1]]
        place, at = each_of(self._begin, self._row[own])
        others = self._column[at] != column
        place, at = place[others], at[others]
        rows, factors = self._row[own], self._factor[own]
        return _Near(rows, factors, rows[place], self._column[at], self._factor[at], factors[place])


class _Near(NamedTuple):
    """The cuts of an entity, and the other entities in them.

    Attributes:
        rows, factors: the cuts, and the coefficients of the entity.
        row, column, factor: a cut, another entity in it, and its coefficient there; (n,).
        own: the coefficient of the entity in that cut; (n,).
    """

    rows: Integers
    factors: Floats
    row: Integers
    column: Integers
    factor: Floats
    own: Floats


def _lack_without(lack: Floats, chosen: Booleans, factor: Floats) -> Floats:
    """What cuts lack more without some of their entities than with them; same shape."""
    more: Floats = np.minimum(np.maximum(lack + chosen * factor, 0.0), factor)
    return more
