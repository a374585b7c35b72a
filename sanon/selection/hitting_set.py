"""The cheapest set of entities that has one in each of some sets: a weighted hitting set, solved by HiGHS."""

from __future__ import annotations

import time
from collections import defaultdict

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from sanon.selection.candidates import Candidates

#: Costs that differ by less are equal.
EQUAL = 1e-6


class HittingSet:
    """Cuts, and the cheapest set of entities that has one in each; a component is solved again only if it grew."""

    def __init__(self, candidates: Candidates) -> None:
        self._cost = candidates.cost
        may_cost = candidates.cost[candidates.allowed]
        self._whole = bool(np.all(may_cost == np.round(may_cost)))
        self._cuts: list[frozenset[int]] = []
        self._known: set[frozenset[int]] = set()
        self._solved: dict[frozenset[frozenset[int]], tuple[list[int], float]] = {}

    def add(self, cut: frozenset[int]) -> None:
        """At least one of these entities must be masked."""
        if cut not in self._known:
            self._known.add(cut)
            self._cuts.append(cut)

    def solve(self, deadline: float) -> tuple[list[int], float]:
        """A set that meets all cuts, and a lower bound of the cost of every such set."""
        chosen: list[int] = []
        bound = 0.0
        solved = {}
        for cuts in self._components():
            entities, least = self._solved.get(cuts) or self._solve_component(cuts, deadline)
            solved[cuts] = (entities, least)
            chosen += entities
            bound += least
        self._solved = solved
        return sorted(chosen), bound

    def _components(self) -> list[frozenset[frozenset[int]]]:
        """Cuts that are tied together by the entities they share."""
        if not self._cuts:
            return []
        # Cuts and entities as one bipartite graph: an entity in many cuts must not be squared.
        cuts = np.repeat(np.arange(len(self._cuts)), [len(cut) for cut in self._cuts])
        entities = len(self._cuts) + np.array([entity for cut in self._cuts for entity in cut])
        nodes = len(self._cuts) + len(self._cost)
        membership = sparse.csr_array((np.ones(len(cuts)), (cuts, entities)), shape=(nodes, nodes))
        _, label = connected_components(membership, directed=False)
        groups: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
        for cut, group in zip(self._cuts, label[: len(self._cuts)].tolist(), strict=True):
            groups[group].append(cut)
        return [frozenset(group) for group in groups.values()]

    def _solve_component(self, cuts: frozenset[frozenset[int]], deadline: float) -> tuple[list[int], float]:
        from scipy.optimize import Bounds, LinearConstraint, milp  # a sixth of a second that other strategies save

        entities = sorted(set().union(*cuts))
        column = {entity: position for position, entity in enumerate(entities)}
        rows = [(row, column[entity]) for row, cut in enumerate(sorted(map(sorted, cuts))) for entity in cut]
        row, col = np.array(rows).T
        matrix = sparse.csr_array((np.ones(len(rows)), (row, col)), shape=(len(cuts), len(entities)))
        result = milp(
            self._cost[entities],
            integrality=np.ones(len(entities), dtype=np.int64),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, lb=1),
            options={"mip_rel_gap": 0.0, "time_limit": max(deadline - time.monotonic(), 0.1)},
        )
        if result.x is None:
            return entities, 0.0
        least = float(result.mip_dual_bound or 0.0)
        if self._whole:  # whole costs add up to whole costs
            least = float(np.ceil(least - EQUAL))
        return [entities[position] for position in np.flatnonzero(result.x > 0.5)], least
