"""The coarser values of a corpus in arrays: its entities on their ladders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from sanon.records import Entity
from sanon.resolution.ladders import Climb, Ladders, Rung
from sanon.resolution.normal_forms import normalize_text
from sanon.risk.coarser import Coarser
from sanon.risk.hierarchy import NONE, Hierarchy, ValueScores
from sanon.risk.incidence import Incidence
from sanon.settings.profile import Profile


@dataclass(frozen=True)
class NamedValue:
    """A coarser value in words.

    Attributes:
        entity: its value and type; what it is in the graph.
        text: as it is shown, without brackets.
        breadth: how many of the finest values of its ladder it covers; None: not known.
    """

    entity: Entity
    text: str
    breadth: float | None


@dataclass(frozen=True)
class Coarsening:
    """The ladders of a corpus.

    Attributes:
        names: of the values; (V,). One at which only entities stand has its text from none of them.
    """

    scores: ValueScores
    names: tuple[NamedValue, ...]

    def level(self, entity: int, value: int) -> int:
        """The level of a value on the ladder of an entity, from 1; 0 for a label."""
        return 0 if value == NONE else self.scores.hierarchy.rungs(entity).index(value) + 1

    def at_level(self, entity: int, level: int) -> int:
        """The value on a rung of an entity's ladder; NONE if it has none there."""
        rungs = self.scores.hierarchy.rungs(entity)
        return rungs[level - 1] if 0 < level <= len(rungs) else NONE


def coarsening_of(incidence: Incidence, entities: pd.DataFrame, profile: Profile) -> Coarsening:
    """Put the entities of a corpus on their ladders.

    Args:
        entities: columns id, type, value; by id, as the columns of the incidence.
    """
    ladders = Ladders(profile)
    forest = _Forest(ladders, profile.weights)
    pairs = list(zip(entities["type"].tolist(), entities["value"].tolist(), strict=True))
    climbs = [ladders.climb(kind, value) for kind, value in pairs]
    rung = [forest.first_rung(kind, climb) if climb else NONE for (kind, _), climb in zip(pairs, climbs, strict=True)]
    node = [forest.place(kind, climb, value) for (kind, value), climb in zip(pairs, climbs, strict=True)]
    hierarchy = Hierarchy(
        parent=np.array(forest.parent, dtype=np.int64),
        weight=np.array([profile.weights.get(one.entity.type, 0.0) for one in forest.names], dtype=np.float64),
        node=np.array(node, dtype=np.int64),
        first_rung=np.array(rung, dtype=np.int64),
    )
    return Coarsening(ValueScores.of(incidence, hierarchy), tuple(forest.names))


def decided_coarser(incidence: Incidence, entities: pd.DataFrame, profile: Profile) -> Coarser | None:
    """The coarser values that stand in the place of masked entities, as the graph has them; None if none does.

    Args:
        entities: columns id, type, value, masked, level; by id.
    """
    levels = shown_levels(entities)
    if not levels:
        return None
    coarsening = coarsening_of(incidence, entities, profile)
    shown = np.full(incidence.entities, NONE, dtype=np.int64)
    for entity, level in levels.items():
        shown[entity] = coarsening.at_level(entity, level)
    return Coarser(coarsening.scores, shown)


def shown_levels(entities: pd.DataFrame) -> dict[int, int]:
    """Rows of masked entities that show a coarser value, each with the level of that value."""
    level = entities["level"].fillna(0).astype(np.int64).to_numpy()
    rows: Iterable[int] = np.flatnonzero((level > 0) & entities["masked"].astype(bool).to_numpy()).tolist()
    return {row: int(level[row]) for row in rows}


class _Forest:
    """Values as they are met, each with what is coarser; the first ladder that names a value says what is above."""

    def __init__(self, ladders: Ladders, weights: Mapping[str, float]) -> None:
        self._ladders, self._weights = ladders, weights
        self._number: dict[Entity, int] = {}
        self._kinds: set[str] = set()
        self.parent: list[int] = []
        self.names: list[NamedValue] = []

    def first_rung(self, kind: str, climb: Climb) -> int:
        """The number of the finest coarser value; all above it are numbered too."""
        above = NONE
        for rung in reversed(climb.rungs):
            above = self._add(Entity(rung.value, self._type_of(kind, rung)), rung.text, above, rung.breadth)
        return above

    def place(self, kind: str, climb: Climb | None, value: str) -> int:
        """The number of the value of an entity itself; NONE if it is on no ladder."""
        if climb is not None:
            entity = Entity(climb.start, self._type_of(kind, climb))
            return self._add(entity, value, self.first_rung(kind, climb), climb.breadth)
        if kind not in self._kinds:
            return NONE
        return self._number.get(Entity(normalize_text(value), kind), NONE)

    def _add(self, entity: Entity, text: str, above: int, breadth: float | None) -> int:
        if entity not in self._number:
            self._number[entity] = len(self.names)
            self._kinds.add(entity.type)
            self.parent.append(above)
            self.names.append(NamedValue(entity, text, breadth))
        return self._number[entity]

    def _type_of(self, kind: str, climb: Climb | Rung) -> str:
        named = self._ladders.type_of(kind, climb)
        return named if named in self._weights else kind
