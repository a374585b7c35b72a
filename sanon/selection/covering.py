"""The cheapest set of entities that satisfies some cuts: a covering problem, solved by HiGHS."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from sanon.selection.candidates import Candidates
from sanon.selection.requirement import Cut
from sanon.selection.solver import Rows, minimize

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
        ordered = sorted(cuts)
        entities = sorted({entity for cut in ordered for entity in cut.entities})
        column = {entity: position for position, entity in enumerate(entities)}
        rows = Rows()
        for cut in ordered:
            rows.add([column[entity] for entity in cut.entities], list(cut.coefficients), cut.at_least)
        solved = minimize(self._cost[entities], rows, deadline)
        if solved.values is None:
            return entities, 0.0
        least = float(np.ceil(solved.bound - EQUAL)) if self._whole else solved.bound  # whole costs have a whole sum
        return [entities[position] for position in np.flatnonzero(solved.values > 0.5)], least
