"""The cheapest set of entities that satisfies some cuts: a covering problem, solved by HiGHS."""

from __future__ import annotations

import time
from collections import defaultdict

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from sanon.selection.candidates import Candidates
from sanon.selection.requirement import Cut

#: Costs that differ by less are equal.
EQUAL = 1e-6


class Covering:
    """Cuts, and the cheapest set of entities that satisfies them; a component is solved again only if it grew."""

    def __init__(self, candidates: Candidates) -> None:
        self._cost = candidates.cost
        may_cost = candidates.cost[candidates.allowed]
        self._whole = bool(np.all(may_cost == np.round(may_cost)))
        self._cuts: dict[Cut, None] = {}
        self._solved: dict[frozenset[Cut], tuple[list[int], float]] = {}

    def add(self, cut: Cut) -> None:
        """One cut more that the set must satisfy."""
        self._cuts[cut] = None

    def solve(self, deadline: float) -> tuple[list[int], float]:
        """A set that satisfies all cuts, and a lower bound of the cost of every such set."""
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

    def _components(self) -> list[frozenset[Cut]]:
        """Cuts that are tied together by the entities they share."""
        if not self._cuts:
            return []
        # Cuts and entities as one bipartite graph: an entity in many cuts must not be squared.
        all_cuts = list(self._cuts)
        cuts = np.repeat(np.arange(len(all_cuts)), [len(cut.entities) for cut in all_cuts])
        entities = len(all_cuts) + np.array([entity for cut in all_cuts for entity in cut.entities])
        nodes = len(all_cuts) + len(self._cost)
        membership = sparse.csr_array((np.ones(len(cuts)), (cuts, entities)), shape=(nodes, nodes))
        _, label = connected_components(membership, directed=False)
        groups: defaultdict[int, list[Cut]] = defaultdict(list)
        for cut, group in zip(all_cuts, label[: len(all_cuts)].tolist(), strict=True):
            groups[group].append(cut)
        return [frozenset(group) for group in groups.values()]

    def _solve_component(self, cuts: frozenset[Cut], deadline: float) -> tuple[list[int], float]:
        from scipy.optimize import Bounds, LinearConstraint, milp  # a sixth of a second that other strategies save

        rows = sorted(cuts)
        entities = sorted({entity for cut in rows for entity in cut.entities})
        row = np.repeat(np.arange(len(rows)), [len(cut.entities) for cut in rows])
        column = np.searchsorted(entities, [entity for cut in rows for entity in cut.entities])
        coefficients = np.array([one for cut in rows for one in cut.coefficients])
        matrix = sparse.csr_array((coefficients, (row, column)), shape=(len(rows), len(entities)))
        result = milp(
            self._cost[entities],
            integrality=np.ones(len(entities), dtype=np.int64),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(matrix, lb=np.array([cut.at_least for cut in rows])),
            options={"mip_rel_gap": 0.0, "time_limit": max(deadline - time.monotonic(), 0.1)},
        )
        if result.x is None:
            return entities, 0.0
        least = float(result.mip_dual_bound or 0.0)
        if self._whole:  # whole costs add up to whole costs
            least = float(np.ceil(least - EQUAL))
        return [entities[position] for position in np.flatnonzero(result.x > 0.5)], least
