"""Optimal chain stage: the cheapest set of entities for all chains together, with a proof.

Risk falls with every mask, so a set of masks fails a chain exactly if it lies inside some maximal set V of the chain's
entities under which the chain stays above its limit. Each such V is a cut: "mask at least one entity outside V". The
cheapest set that meets all cuts found so far (a weighted hitting set, solved by HiGHS) is a lower bound of the cost;
chains that it still fails yield new cuts, until none does (combinatorial Benders cuts: Codato, Fischetti, Operations
Research 54(4), 2006). Cuts that share no entity are separate problems.
"""

from __future__ import annotations

import time
from collections import defaultdict

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from sanon.risk.limits import ChainLimits, is_above
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Plan
from sanon.selection.corpus_state import ChainState
from sanon.selection.greedy import greedy, treat
from sanon.selection.knapsack import knapsack
from sanon.selection.trial import Trial
from sanon.selection.violations import Violation, worst_first
from sanon.settings.policy import Policy

#: Seconds.
DEFAULT_TIME_LIMIT = 60.0
#: Costs that differ by less are equal.
_EQUAL = 1e-6


def optimal(
    state: ChainState,
    limits: ChainLimits,
    policy: Policy,
    candidates: Candidates,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> Plan:
    """Mask in `state` the cheapest set that brings every chain that can be helped to its limit.

    Stops after `time_limit` seconds with the best set found and its true gap. Never worse than greedy or knapsack,
    which are its first two sets.
    """
    deadline = time.monotonic() + time_limit
    firsts = [strategy(state.copy(), limits, policy, candidates).entities for strategy in (greedy, knapsack)]
    best = min(firsts, key=candidates.total)
    problem = _HittingSet(candidates)
    lower_bound = 0.0
    while time.monotonic() < deadline and lower_bound < candidates.total(best) - _EQUAL:
        chosen, bound = problem.solve(deadline)
        lower_bound = max(lower_bound, bound)
        feasible = chosen + _separate(problem, state, chosen, limits, policy, candidates)
        if candidates.total(feasible) < candidates.total(best) - _EQUAL:
            best = feasible
    plan = greedy(state, limits, policy, candidates.only(best))
    return Plan(plan.choices, min(lower_bound, candidates.total(plan.entities)))


def _separate(
    problem: _HittingSet,
    state: ChainState,
    chosen: list[int],
    limits: ChainLimits,
    policy: Policy,
    candidates: Candidates,
) -> list[int]:
    """Add cuts that `chosen` misses, and return what greedy must add to it; nothing if it is feasible."""
    repaired = state.copy()
    for entity in chosen:
        repaired.mask(entity)
    added: list[int] = []
    for chain in worst_first(repaired, limits, policy.max_chain_length):
        cut = _cut(Trial(state, chain.documents, chain.links), chain, candidates, chosen)
        if cut:
            problem.add(cut)
            added.extend(choice.entity for choice in treat(repaired, chain, candidates))
    return added


def _cut(trial: Trial, chain: Violation, candidates: Candidates, chosen: list[int]) -> frozenset[int]:
    """The entities outside a maximal set of masks, with `chosen` inside it, under which the chain fails.

    Entities with little impact go into the set first, so that few with much impact are left for the cut. Empty if
    `chosen` does not fail the chain, or if no mask can help it.
    """
    own = candidates.among(trial.unmasked())
    inside = set(chosen).intersection(own)
    for entity in inside:
        trial.mask(entity)
    if not is_above(trial.risk(), chain.limit):
        return frozenset()
    entities, impacts = trial.impacts()
    impact_of = dict(zip(entities.tolist(), impacts.tolist(), strict=True))
    outside = sorted(set(own) - inside, key=lambda entity: (impact_of[entity], entity))
    cut = set()
    for entity in outside:
        trial.mask(entity)
        if not is_above(trial.risk(), chain.limit):
            trial.unmask(entity)
            cut.add(entity)
    return frozenset(cut)


class _HittingSet:
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
            least = float(np.ceil(least - _EQUAL))
        return [entities[position] for position in np.flatnonzero(result.x > 0.5)], least
