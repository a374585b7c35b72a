"""Coarser true values in place of labels, for the types whose operator is `generalize`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from sanon.derivation.coarsening import Coarsening, coarsening_of, shown_levels
from sanon.graph.store import Store
from sanon.replacement.operators import LABEL, Target
from sanon.replacement.operators.generalize import Generalize, shown
from sanon.risk.coarser import Coarser
from sanon.risk.hierarchy import NONE, loss
from sanon.risk.incidence import Booleans, Integers
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.softening import soften
from sanon.settings.profile import Profile


@dataclass(frozen=True)
class Softened:
    """What stands in place of the masked entities of a corpus.

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
        masked = np.flatnonzero(self.corpus.masks.now.in_documents).tolist()
        if self.coarsening is None:
            return dict.fromkeys(masked, 1.0)
        return loss(
            self.corpus.incidence, self.coarsening.spread, {entity: int(self.values[entity]) for entity in masked}
        )

    @property
    def kept_coarser(self) -> int:
        """How many masked entities show a coarser value."""
        return int((self.values != NONE).sum())

    def level(self, entity: int) -> int:
        """Of the value that stands for an entity; 0 for a label."""
        return self.coarsening.level(entity, int(self.values[entity])) if self.coarsening else 0

    def replacement(self, entity: int) -> str | None:
        """What stands in place of an entity; None for a label."""
        if self.coarsening is None or self.values[entity] == NONE:
            return None
        return shown(self.coarsening.names[self.values[entity]].text)

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
        hierarchy = self.coarsening.spread.hierarchy
        for entity in np.flatnonzero(self.values != NONE).tolist():
            for level, value in enumerate(hierarchy.rungs(entity), 1):
                name = self.coarsening.names[value].entity
                values[name.id] = (name.id, name.value, name.type, float(hierarchy.weight[value]))
                ladders.append((self.corpus.incidence.entity_ids[entity], name.id, level))
        store.write_generalizations(
            pd.DataFrame(sorted(values.values()), columns=["id", "value", "type", "weight"]),
            pd.DataFrame(ladders, columns=["id", "coarser", "level"]),
        )


def soften_masks(corpus: MaskedCorpus, entities: pd.DataFrame, generalized: Booleans, profile: Profile) -> Softened:
    """Choose coarser values for new masks; what was published as a label stays one, a coarser value may get coarser.

    Args:
        corpus: with all masks.
        entities: columns id, type, value, masked, level as they were before the new masks; by id.
        generalized: entities whose operator is `generalize`; (E,).
        profile: the types.
    """
    before = shown_levels(entities)
    nothing = np.full(corpus.incidence.entities, NONE, dtype=np.int64)
    hidden = corpus.masks.now
    new = hidden.in_links & generalized & ~entities["masked"].astype(bool).to_numpy()
    if not before and not new.any():
        return Softened(corpus.with_coarser(None), None, nothing, {})
    new[list(before)] = hidden.in_links[list(before)]
    coarsening = coarsening_of(corpus.incidence, entities, profile)
    values = soften(corpus.with_coarser(None), coarsening.spread, new, before)
    return Softened(corpus.with_coarser(Coarser(coarsening.spread, values)), coarsening, values, before)
