"""Coarser values over the entities of a corpus: which value is true of which, and how rare each is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

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
        """The values that are coarser than one, the finest first."""
        return self._above[value]

    def climb(self, value: Integers) -> tuple[Integers, Integers]:
        """Each of some values and all above it, and at which place of the input it comes from; finest first."""
        place, found = np.arange(len(value)), []
        while len(value):
            place, value = place[value != NONE], value[value != NONE]
            found.append((value, place))
            value = self.parent[value]
        none = (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
        values, places = zip(none, *found, strict=True)
        return np.concatenate(values), np.concatenate(places)

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
class ValueScores:
    """How rare the values of a hierarchy are in a corpus; masks change nothing of it.

    Attributes:
        frequency: number of documents that mention each value or something under it; (V,).
        uniqueness: ln((N+1)/freq) / ln(N+1), 0 where there are none; (V,).
        unit: uniqueness times weight of the type; (V,).
    """

    hierarchy: Hierarchy
    frequency: Integers
    uniqueness: Floats
    unit: Floats

    @classmethod
    def of(cls, incidence: Incidence, hierarchy: Hierarchy) -> Self:
        """Count every value in the documents that mention it, or anything under it."""
        value, mention = hierarchy.climb(hierarchy.node[incidence.entity])
        pairs = np.unique(value * incidence.documents + incidence.document[mention])
        counts = np.bincount(pairs // max(incidence.documents, 1), minlength=len(hierarchy.parent))
        unique = rarity(counts, incidence.documents)
        return cls(hierarchy, counts, unique, unique * hierarchy.weight)


def information(counts: Integers, documents: int) -> Floats:
    """IC = −ln(freq / (N+1)), in [0, ln(N+1)]; 0 where nothing is mentioned; same shape."""
    return np.where(counts > 0, -np.log(np.maximum(counts, 1) / (documents + 1)), 0.0)


def kept_by(incidence: Incidence, values: ValueScores, entity: Integers, value: Integers) -> Floats:
    """Information that coarser values keep of entities, IC(g)/IC(e) in [0, 1]; parallel to both."""
    own = information(frequency(incidence), incidence.documents)[entity]
    coarser = information(values.frequency, incidence.documents)[value]
    return np.minimum(np.divide(coarser, own, out=np.zeros(len(own)), where=own > 0), 1.0)


def loss(incidence: Incidence, values: ValueScores, shown: Mapping[int, int]) -> dict[int, float]:
    """Information that masks lose: entity -> 1 − IC(g)/IC(e), in [0, 1]; 1 for a label.

    Args:
        shown: masked entity -> value that stands in its place, or NONE.
    """
    coarse = {entity: value for entity, value in shown.items() if value != NONE}
    entity, value = (np.array(list(some), dtype=np.int64) for some in (coarse.keys(), coarse.values()))
    kept = dict(zip(coarse, kept_by(incidence, values, entity, value).tolist(), strict=True))
    return {entity: 1.0 - kept.get(entity, 0.0) for entity in shown}
