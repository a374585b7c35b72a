"""Coarser true values in place of labels, for the types whose operator is `generalize`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sanon.deciding.demands import operator_of
from sanon.derivation.coarsening import Coarsening, coarsening_of, shown_levels
from sanon.graph.store import Store
from sanon.replacement.operators import LABEL, OPERATORS, Remains, Target
from sanon.replacement.operators.generalize import Generalize, shown
from sanon.resolution.ladders.dates import in_a_sentence
from sanon.risk.coarser import Coarser
from sanon.risk.hierarchy import NONE
from sanon.risk.incidence import Booleans, Incidence, Integers
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.softening import soften
from sanon.settings.settings import Settings


@dataclass(frozen=True)
class Softened:
    """What a corpus shows in place of its masked entities.

    Attributes:
        corpus: with its masks and coarser values.
        coarsening: the ladders; None if nothing is generalized.
        values: value in place of each entity, NONE for a label; (E,).
        before: levels that earlier runs published, by entity.
    """

    corpus: MaskedCorpus
    coarsening: Coarsening | None
    values: Integers
    before: Mapping[int, int]

    @cached_property
    def losses(self) -> dict[int, float]:
        """Share of its information that each masked entity lost: 1 with a label."""
        return self.corpus.losses()

    @property
    def information_lost(self) -> float:
        """Sum of the losses."""
        return sum(self.losses.values())

    @property
    def kept_coarser(self) -> int:
        """How many masked entities show a coarser value."""
        return int((self.values != NONE).sum())

    def level(self, entity: int) -> int:
        """Level of the value in place of an entity; 0 for a label."""
        return self.coarsening.level(entity, int(self.values[entity])) if self.coarsening else 0

    def replacement(self, entity: int) -> str | None:
        """The text in place of an entity; None for a label."""
        if self.coarsening is None or self.values[entity] == NONE:
            return None
        names, node = self.coarsening.names, int(self.coarsening.scores.hierarchy.node[entity])
        text = names[self.values[entity]].text
        return shown(text if node == NONE else in_a_sentence(names[node].entity.value, text))

    def changed(self) -> pd.DataFrame:
        """Published values that got coarser: columns id, type, replacement, operator, level."""
        rows = []
        for entity, level in sorted(self.before.items()):
            now = self.level(entity)
            if now != level:
                kind = self.corpus.incidence.entity_types[entity]
                name = self.corpus.incidence.entity_ids[entity]
                text = self.replacement(entity) or LABEL.replacement(Target(name, kind))
                rows.append((name, kind, text, Generalize.name if now else LABEL.name, now))
        return pd.DataFrame(rows, columns=["id", "type", "replacement", "operator", "level"])

    def write(self, store: Store) -> None:
        """Write levels that changed, and the ladders of all entities that show a coarser value."""
        changed = self.changed()
        if len(changed):
            store.write_levels(changed.drop(columns="type"))
        if self.coarsening is None:
            return
        values, ladders = dict[str, tuple[str, str, str, float]](), []
        hierarchy = self.coarsening.scores.hierarchy
        for entity in np.flatnonzero(self.values != NONE).tolist():
            for level, value in enumerate(hierarchy.rungs(entity), 1):
                name = self.coarsening.names[value].entity
                values[name.id] = (name.id, name.value, name.type, float(hierarchy.weight[value]))
                ladders.append((self.corpus.incidence.entity_ids[entity], name.id, level))
        store.write_generalizations(
            pd.DataFrame(sorted(values.values()), columns=["id", "value", "type", "weight"]),
            pd.DataFrame(ladders, columns=["id", "coarser", "level"]),
        )


UNDECIDED = {
    "level": None,
    "masked": False,
    "replacement": None,
    "decided_by": None,
    "leaves_link": False,
    "relabelled": False,
}
"""Columns of entities that nothing was decided on."""


class Softening:
    """Chooses coarser values for the masks of a corpus; the ladders are looked up once.

    Args:
        entities: columns id, type, value, masked, level, decided_by as they were before any new mask; by id.
    """

    def __init__(self, incidence: Incidence, entities: pd.DataFrame, settings: Settings) -> None:
        self._incidence, self._entities, self._profile = incidence, entities, settings.profile
        operators = [OPERATORS.named(operator_of(settings.masking, kind)) for kind in incidence.entity_types]
        self.generalized: Booleans = np.array([one.remains is Remains.COARSER for one in operators], dtype=np.bool_)

    @cached_property
    def coarsening(self) -> Coarsening:
        """The ladders."""
        return coarsening_of(self._incidence, self._entities, self._profile)

    def soften(self, corpus: MaskedCorpus, never: Sequence[int] = ()) -> Softened:
        """Choose coarser values for new masks; published labels stay, a published coarser value may get coarser.

        Args:
            never: entities that keep their labels.
        """
        entities = self._entities
        # A coarser value could give away whom a background mask hides.
        generalized = self.generalized & (entities["decided_by"] != "background").to_numpy(np.bool_)
        generalized[list(never)] = False
        before = shown_levels(entities)
        nothing = np.full(corpus.incidence.entities, NONE, dtype=np.int64)
        hidden = corpus.masks.now
        new = hidden.in_links & generalized & ~entities["masked"].to_numpy()
        if not before and not new.any():
            return Softened(corpus.with_coarser(None), None, nothing, {})
        new[list(before)] = hidden.in_links[list(before)]
        scores = self.coarsening.scores
        values = soften(corpus.with_coarser(None), scores, new, before)
        return Softened(corpus.with_coarser(Coarser(scores, values)), self.coarsening, values, before)


def softening_anew(incidence: Incidence, entities: pd.DataFrame, settings: Settings) -> Softening:
    """A `Softening` that forgets all earlier decisions."""
    return Softening(incidence, entities.assign(**UNDECIDED), settings)
