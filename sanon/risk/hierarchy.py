"""Coarser values over the entities of a corpus: which value is true of which, and how rare each is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sanon.risk.incidence import Floats, Incidence, Integers
from sanon.risk.scores import frequency, rarity

#: No node.
NONE = -1


@dataclass(frozen=True)
class Hierarchy:
    """V values in a forest; every value is true of what any value under it is true of.

    Attributes:
        parent: the next coarser value, NONE at a root; (V,).
        weight: of the type of each value, in [0, 1]; (V,).
        node: value of each entity, NONE for one that has no place; (E,).
        first_rung: the finest value that is coarser than the entity, NONE if it has no ladder; (E,).
    """

    parent: Integers
    weight: Floats
    node: Integers
    first_rung: Integers

    def rungs(self, entity: int) -> list[int]:
        """The ladder of an entity, the finest first."""
        rung = int(self.first_rung[entity])
        return [] if rung == NONE else [rung, *self.above(rung)]

    def above(self, value: int) -> list[int]:
        """All coarser values, the finest first."""
        return self._above[value]

    @cached_property
    def _above(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in self.parent]
        for value in range(len(self.parent)):
            up = int(self.parent[value])
            while up != NONE:
                found[value].append(up)
                up = int(self.parent[up])
        return found


@dataclass(frozen=True)
class Spread:
    """Where the values of a hierarchy stand in a corpus.

    Attributes:
        hierarchy: the values.
        documents: of each value, the rows of the documents that mention it or something under it, ascending; (V,).
        relevance: of each value in each of these documents, the largest of what stands at or under it; (V,).
        uniqueness: ln((N+1)/freq) / ln(N+1) over these, 0 where there are none; (V,).
        unit: uniqueness times weight of the type; (V,).
    """

    hierarchy: Hierarchy
    documents: Sequence[Integers]
    relevance: Sequence[Floats]
    uniqueness: Floats
    unit: Floats

    @classmethod
    def of(cls, incidence: Incidence, hierarchy: Hierarchy) -> Spread:
        """Count every value where it, or anything under it, is mentioned; masks change nothing."""
        begin, order = incidence.by_entity
        rows: list[list[Integers]] = [[] for _ in hierarchy.parent]
        for entity in np.flatnonzero(hierarchy.node != NONE).tolist():
            mentions = order[begin[entity] : begin[entity + 1]]
            value = int(hierarchy.node[entity])
            for one in (value, *hierarchy.above(value)):
                rows[one].append(mentions)
        documents, relevance = list[Integers](), list[Floats]()
        for some in rows:
            mentions = np.concatenate([np.zeros(0, dtype=np.int64), *some])
            there, which = np.unique(incidence.document[mentions], return_inverse=True)
            largest = np.zeros(len(there))
            np.maximum.at(largest, which, incidence.relevance[mentions])
            documents.append(there)
            relevance.append(largest)
        unique = rarity(np.array([len(some) for some in documents], dtype=np.int64), incidence.documents)
        return cls(hierarchy, documents, relevance, unique, unique * hierarchy.weight)


def information(counts: Integers, documents: int) -> Floats:
    """IC = −ln(freq / (N+1)), in [0, ln(N+1)]; 0 where nothing is mentioned; same shape."""
    return np.where(counts > 0, -np.log(np.maximum(counts, 1) / (documents + 1)), 0.0)


def loss(incidence: Incidence, spread: Spread, shown: Mapping[int, int]) -> dict[int, float]:
    """Information that masks lose: entity -> 1 − IC(g)/IC(e), in [0, 1]; 1 for a label.

    Args:
        incidence: the corpus.
        spread: its values.
        shown: masked entity -> value that stands in its place, or NONE.
    """
    own = information(frequency(incidence), incidence.documents)
    coarser = information(np.array([len(some) for some in spread.documents], dtype=np.int64), incidence.documents)
    return {
        entity: 1.0 if value == NONE or own[entity] <= 0 else max(0.0, 1.0 - float(coarser[value] / own[entity]))
        for entity, value in shown.items()
    }
