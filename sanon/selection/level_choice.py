"""Levels chosen together: the most information that a budget of digits leaves in place of masked values.

Each masked value may show one of the coarser values of its ladder, or a label. What a document or chain then tells
must stay within the budget, and of what is shown as much as possible should be kept, Σ IC(g)/IC(e): a multiple-choice
knapsack with a budget for each document and chain (Kellerer, Pferschy, Pisinger, "Knapsack Problems", 2004, chapter
11), solved by HiGHS for those that the last choice failed, until it fails none.
"""

from __future__ import annotations

import time
from collections import defaultdict

import numpy as np

from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Floats, Integers
from sanon.risk.people import People
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.people_budget import PeopleBudget
from sanon.selection.solver import Rows, minimize

#: Seconds; what is above the budget then has labels.
_TIME_LIMIT = 60.0
#: Digits within the tolerance of the solver.
_TOLERANCE = 1e-5


def choose_levels(
    corpus: MaskedCorpus,
    people: People,
    entity: Integers,
    value: Integers,
    kept: Floats,
) -> Integers:
    """Choose the values that stand in place of masked entities so that enough people fit.

    Args:
        corpus: with its masks.
        people: how many must fit; its ladders hold the values.
        entity, value: options, what may be shown in place of what; entities ascending, the finest value first; (T,).
        kept: information that each option keeps, IC(g)/IC(e); (T,).

    Returns:
        Value in place of each entity, NONE for a label; (E,).
    """
    deadline = time.monotonic() + _TIME_LIMIT
    program = _Program(people, corpus.masks.now.in_documents, entity, value, kept)
    shown = program.finest()
    while True:
        budget = PeopleBudget(people, corpus.links, corpus.policy.max_chain_length, shown)
        blocks = ([one.subjects for one in block] for block in budget.violations(corpus.state))
        unseen = ([path for path in block if path not in program.paths] for block in blocks)
        new = next(filter(None, unseen), [])
        if not new or time.monotonic() > deadline:
            break
        for subjects in new:
            program.add(subjects)
        shown = program.solve(deadline)
    labels = [people.entities_of(one.subjects) for block in budget.violations(corpus.state) for one in block]
    for entities in labels:
        shown[entities] = NONE
    return shown


class _Program:
    """An integer program: which option of each entity is shown.

    After the options, its variables are the digits of the branches of each document or chain that was added: a branch
    tells at least what is shown at its root, and at least what the branches under it tell together.

    Attributes:
        paths: subjects of the documents and chains that were added.
    """

    def __init__(self, people: People, masked: Booleans, entity: Integers, value: Integers, kept: Floats) -> None:
        self._people, self._masked = people, masked
        self._entity, self._value, self._kept = entity, value, kept
        self.paths: set[tuple[int, ...]] = set()
        self._least = [0.0] * len(entity)
        self._rows = Rows()
        first = np.flatnonzero(np.diff(entity, prepend=-1))
        self._first, last = first.tolist(), np.append(first, len(entity))[1:].tolist()
        for begin, end in zip(self._first, last, strict=True):
            self._rows.add(list(range(begin, end)), [-1.0] * (end - begin), -1.0)

    def finest(self) -> Integers:
        """The finest option of each entity, NONE where there is none; (E,)."""
        return self._shown(self._first)

    def add(self, subjects: tuple[int, ...]) -> None:
        """Keep a document or chain within the budget, or at what labels leave where that is more."""
        self.paths.add(subjects)
        labels = float(self._people.of_paths(np.array([subjects]), self._masked)[0])
        limit = max(self._people.budget - _TOLERANCE, labels)
        ladders = self._people.ladders
        own, alone = self._readable(subjects)
        options = np.flatnonzero(np.isin(self._entity, self._people.entities_of(subjects))).tolist()
        branches = _with_all_above({*own, *self._value[options].tolist()}, ladders.parent)
        variable = {branch: len(self._least) + place for place, branch in enumerate(branches)}
        self._least += [own.get(branch, 0.0) for branch in branches]
        for option in options:
            branch = int(self._value[option])
            self._rows.add([variable[branch], option], [1.0, -float(ladders.digits[branch])], 0.0)
        under = defaultdict[int, list[int]](list)
        for branch, place in variable.items():
            up = int(ladders.parent[branch])
            if up != NONE and ladders.exclusive[up]:
                self._rows.add([variable[up], place], [1.0, -1.0], 0.0)
            else:
                under[up].append(place)
        roots = under.pop(NONE, [])
        for up, places in under.items():
            self._rows.add([variable[up], *places], [1.0, *[-1.0] * len(places)], 0.0)
        self._rows.add(roots, [-1.0] * len(roots), alone - limit)

    def solve(self, deadline: float) -> Integers:
        """The value shown in place of each entity, NONE for a label; (E,)."""
        variables, options = len(self._least), len(self._entity)
        whole = np.arange(variables) < options
        cost = np.concatenate([-self._kept, np.zeros(variables - options)])
        upper = np.where(whole, 1.0, np.inf)
        solved = minimize(cost, self._rows, deadline, lower=np.array(self._least), upper=upper, whole=whole)
        return self._shown([] if solved.values is None else np.flatnonzero(solved.values[:options] > 0.5).tolist())

    def _readable(self, subjects: tuple[int, ...]) -> tuple[dict[int, float], float]:
        """Digits of the readable values of a document or chain: by branch, and in all of those on no ladder."""
        entities = self._people.entities_of(subjects)
        entities = entities[~self._masked[entities]]
        digits, node = self._people.digits_in(subjects, entities), self._people.ladders.node[entities]
        own = defaultdict[int, float](float)
        for branch, told in zip(node.tolist(), digits.tolist(), strict=True):
            own[branch] = max(own[branch], told) if branch != NONE else own[branch] + told
        alone = own.pop(NONE, 0.0)
        return own, alone

    def _shown(self, options: list[int]) -> Integers:
        shown = np.full(len(self._masked), NONE, dtype=np.int64)
        shown[self._entity[options]] = self._value[options]
        return shown


def _with_all_above(values: set[int], parent: Integers) -> list[int]:
    """Some values and all coarser ones, ascending."""
    found = set[int]()
    for value in values:
        while value != NONE and value not in found:
            found.add(value)
            value = int(parent[value])
    return sorted(found)
