"""Values that are coarser forms of others, and what the values of a branch tell together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Floats, Integers
from sanon.risk.scores import sum_by


@dataclass(frozen=True)
class Ladders:
    """A forest of V values. A branch tells max(digits of the value, sum of the branches under it).

    So a town counts and not its country, and two towns of one country are two facts. Under an exclusive value only the
    largest branch counts, since its branches are forms of one thing: a date of birth, an age. A mask never raises what
    a branch tells, also where a coarser value was given more digits than a finer one.

    Attributes:
        parent: the next coarser value, NONE at a root; (V,).
        exclusive: under which values only the largest branch counts; (V,).
        digits: that a value tells where it stands in place of a finer one; (V,).
        node: value of each entity, NONE for one that is no form of another; (E,).
    """

    parent: Integers
    exclusive: Booleans
    digits: Floats
    node: Integers

    def with_falling_digits(self) -> Self:
        """The same ladders on which no coarser value tells more than a finer one: that tells at least as much."""
        digits = self.digits.copy()
        for level in range(1, int(self.depth.max(initial=0)) + 1):
            rows = np.flatnonzero(self.depth == level)
            digits[rows] = np.maximum(digits[rows], digits[self.parent[rows]])
        return replace(self, digits=digits)

    @cached_property
    def depth(self) -> Integers:
        """Number of values above each; (V,)."""
        depth, up = np.zeros(len(self.parent), dtype=np.int64), self.parent
        while (up != NONE).any():
            depth += up != NONE
            up = np.where(up != NONE, self.parent[up], NONE)
        return depth

    def together(self, group: Integers, node: Integers, own: Floats, groups: int) -> Floats:
        """Digits of the values of each group; (groups,).

        Args:
            group: of each value, 0..groups-1; (n,).
            node: (n,).
            own: digits of each; (n,).
        """
        if not len(node):
            return np.zeros(groups)
        branches = _Branches(self, group, node, own)
        roots = branches.depth == 0
        return sum_by(branches.group[roots], branches.total[roots], groups)

    def of_few(self, digits: Mapping[int, float]) -> float:
        """Digits of some entities, of which none counts twice: as `together`, faster for a few of them."""
        node = self.node_of
        if node.keys().isdisjoint(digits):
            return sum(digits.values())
        on_ladder = {one: own for one, own in digits.items() if one in node}
        alone = sum(own for one, own in digits.items() if one not in on_ladder)
        if len(on_ladder) < 2:
            return alone + sum(on_ladder.values())
        parent, exclusive, depth = self._above
        most: dict[int, float] = {}
        for one, own in on_ladder.items():
            at = node[one]
            most[at] = max(most.get(at, 0.0), own)
            while (at := parent[at]) != NONE and at not in most:
                most[at] = 0.0
        under, of_roots = dict.fromkeys(most, 0.0), 0.0
        for at in sorted(most, key=lambda at: (-depth[at], at)):
            total, above = max(most[at], under[at]), parent[at]
            if above == NONE:
                of_roots += total
            else:
                under[above] = max(under[above], total) if exclusive[above] else under[above] + total
        return alone + of_roots

    @cached_property
    def node_of(self) -> dict[int, int]:
        """Value of each entity that is a form of another."""
        on_ladder = np.flatnonzero(self.node != NONE)
        return dict(zip(on_ladder.tolist(), self.node[on_ladder].tolist(), strict=True))

    @cached_property
    def _above(self) -> tuple[list[int], list[bool], list[int]]:
        return self.parent.tolist(), self.exclusive.tolist(), self.depth.tolist()

    def counting(self, node: Integers, own: Floats) -> Booleans:
        """Which values of one group make up what they tell together; (n,)."""
        branches = _Branches(self, np.zeros(len(node), dtype=np.int64), node, own)
        return branches.counting(node, own)


class _Branches:
    """The branches of some groups of values: each pair of a group and a node at or above one of its values.

    Attributes:
        group, node, depth: of each branch; (B,).
        own: largest digits of the values of the group at the node; (B,).
        total: what the branch tells; (B,).
    """

    def __init__(self, ladders: Ladders, group: Integers, node: Integers, own: Floats) -> None:
        parent, width = ladders.parent, len(ladders.parent)
        keys, of_value, at = [group * width + node], group, node
        while len(at):
            above = parent[at]
            of_value, at = of_value[above != NONE], above[above != NONE]
            keys.append(of_value * width + at)
        places = np.unique(np.concatenate(keys))
        self.group, self.node = places // width, places % width
        self.depth = ladders.depth[self.node]
        self.own = np.zeros(len(places))
        np.maximum.at(self.own, np.searchsorted(places, keys[0]), own)
        self.total = self.own.copy()
        under = np.zeros(len(places))
        above = np.searchsorted(places, self.group * width + parent[self.node])
        exclusive = ladders.exclusive[parent[self.node]]
        for level in range(int(self.depth.max(initial=0)), -1, -1):
            rows = np.flatnonzero(self.depth == level)
            self.total[rows] = np.maximum(self.total[rows], under[rows])
            if level:
                largest, added = rows[exclusive[rows]], rows[~exclusive[rows]]
                np.maximum.at(under, above[largest], self.total[largest])
                np.add.at(under, above[added], self.total[added])
        self._up = np.where(self.depth > 0, above, NONE)
        self._exclusive = exclusive

    def counting(self, node: Integers, own: Floats) -> Booleans:
        """Which values of the only group make up what it tells, one of several equal ones."""
        counts = np.zeros(len(self.node), dtype=np.bool_)
        for level in range(int(self.depth.max(initial=0)) + 1):
            for row in np.flatnonzero(self.depth == level).tolist():
                up = self._up[row]
                open_above = up == NONE or (counts[up] and self.own[up] < self.total[up])
                counts[row] = open_above and not (
                    up != NONE and self._exclusive[row] and row != self._largest_under(up)
                )
        stand_for = counts & (self.own >= self.total)
        row_of = {int(self.node[row]): row for row in np.flatnonzero(stand_for).tolist()}
        found = np.zeros(len(node), dtype=np.bool_)
        for value in np.argsort(-own, kind="stable").tolist():
            if row_of.pop(int(node[value]), None) is not None:
                found[value] = True
        return found

    def _largest_under(self, up: int) -> int:
        under = np.flatnonzero(self._up == up)
        return int(under[self.total[under].argmax()])
