"""The cheapest set of entities that satisfies some cuts: a covering problem, solved by HiGHS."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from sanon.selection.candidates import Candidates
from sanon.selection.local_search import LocalSearch
from sanon.selection.requirement import Cut
from sanon.selection.solver import Rows, minimize

#: Costs that differ by less are equal.
EQUAL = 1e-6
#: Nodes of the search for one component; it then gives the best it found, and a bound.
_NODES = 500
#: Cuts of a component from which on only the root is searched, which gives most of the bound in a tenth of the time.
_LARGE = 1_000
#: Cuts from which on the root ends within this share of the bound: better sets come from the local search.
_HUGE, _HUGE_GAP = 10_000, 0.01


class Covered(NamedTuple):
    """The cheapest way to satisfy all cuts.

    Attributes:
        values: how far each entity is chosen, in [0, 1], of those that are.
        bound: no set that satisfies the cuts costs less.
        finished: whether it was found in whole numbers, and no search ended at its limit of nodes.
    """

    values: dict[int, float]
    bound: float
    finished: bool


class Covering:
    """Cuts, and the cheapest set of entities that satisfies them; a component is solved again only if it grew."""

    def __init__(self, candidates: Candidates) -> None:
        self._cost = candidates.cost
        may_cost = candidates.cost[candidates.allowed]
        self._whole = bool(np.all(may_cost == np.round(may_cost)))
        # Each with its weight in the local search.
        self._cuts: dict[Cut, float] = {}
        self._solved: dict[tuple[frozenset[Cut], bool], Covered] = {}

    def __len__(self) -> int:
        return len(self._cuts)

    def add(self, cut: Cut) -> None:
        """One cut more that the set must satisfy."""
        self._cuts.setdefault(cut, 1.0)

    @property
    def is_large(self) -> bool:
        """Whether a component is too large to be searched in whole numbers."""
        return any(len(cuts) >= _LARGE for cuts in self._components())

    def search(self, chosen: Collection[int], steps: int) -> list[int]:
        """A cheap set that satisfies all cuts, by local search from some entities; ascending."""
        search = LocalSearch(self._cost, list(self._cuts), np.array(list(self._cuts.values())), chosen)
        found = search.cheapest(steps)
        self._cuts = dict(zip(self._cuts, search.weights.tolist(), strict=True))
        return found

    def solve(self, deadline: float, *, whole: bool) -> Covered:
        """Satisfy all cuts.

        Args:
            deadline: `time.monotonic()` at which to stop.
            whole: whether entities are chosen or not; else they may be chosen in part, which is solved soon.
        """
        solved = {}
        for cuts in self._components():
            solved[cuts, whole] = self._solved.get((cuts, whole)) or self._solve_component(cuts, whole, deadline)
        self._solved = solved
        parts = solved.values()
        values = {entity: value for part in parts for entity, value in part.values.items()}
        return Covered(values, sum(part.bound for part in parts), all(part.finished for part in parts))

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

    def _solve_component(self, cuts: frozenset[Cut], whole: bool, deadline: float) -> Covered:
        ordered = sorted(cuts)
        entities = sorted({entity for cut in ordered for entity in cut.entities})
        column = {entity: position for position, entity in enumerate(entities)}
        rows = Rows()
        for cut in ordered:
            rows.add([column[entity] for entity in cut.entities], list(cut.coefficients), cut.at_least)
        integral = np.full(len(entities), whole)
        nodes = _NODES if len(cuts) < _LARGE else 1
        gap = _HUGE_GAP if len(cuts) >= _HUGE else 0.0
        solved = minimize(self._cost[entities], rows, deadline, whole=integral, nodes=nodes if whole else None, gap=gap)
        finished = whole and solved.nodes < nodes and not gap
        chosen = np.ones(len(entities)) if solved.values is None else solved.values
        values = {entities[at]: float(chosen[at]) for at in np.flatnonzero(chosen > EQUAL)}
        if whole:
            values = {entity: 1.0 for entity, value in values.items() if value > 0.5}
        # Whole costs have a whole sum.
        bound = float(np.ceil(solved.bound - EQUAL)) if self._whole else solved.bound
        return Covered(values, bound, finished)
