"""A part of a corpus in the memory of a worker: arrays with the numbers of the whole, and what its policy demands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast

import numpy as np
import pandas as pd

from sanon.deciding.demands import demands_under
from sanon.graph.store import Store
from sanon.risk.incidence import Incidence, Whole
from sanon.risk.masks import Masks
from sanon.selection.demands import Demands
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.settings import Settings


@dataclass(frozen=True)
class Context:
    """What every worker knows.

    Attributes:
        documents: N of the corpus.
        examples: one entity of each type of the corpus, since some numbers depend on which types there are.
        today: the day of the run.
    """

    settings: Settings
    documents: int
    examples: tuple[dict[str, Any], ...]
    today: date


class Part:
    """Some documents with all that they mention, read as a graph is.

    Args:
        mentions: columns source_id, entity_id, relevance, person, and of each entity: type, value, frequency, most (its
            largest relevance), spellings, and twins, JSON objects of the entities with the same value.
        entities: of the same columns without the first; by default those that are mentioned.
    """

    def __init__(self, context: Context, mentions: pd.DataFrame, entities: pd.DataFrame | None = None) -> None:
        self._context, self._mentions = context, mentions
        own = (mentions if entities is None else entities).drop_duplicates("entity_id")
        twins = [one for text in own["twins"] if isinstance(text, str) for one in json.loads(text)]
        more = pd.DataFrame([*twins, *context.examples], columns=["entity_id", "type", "value", "frequency", "most"])
        columns = [*more.columns, "spellings"]
        everything = pd.concat(
            [own[columns], more.assign(spellings=None)[columns]] if len(own) else [more.assign(spellings=None)]
        )
        everything = everything.drop_duplicates("entity_id").rename(columns={"entity_id": "id"})
        self._entities = everything.sort_values("id", ignore_index=True)
        weights = context.settings.profile.weights
        incidence = Incidence.build(
            mentions["source_id"].unique(), self._entities.assign(weight=self._entities["type"].map(weights)), mentions
        )
        frequency, most = (self._entities["frequency"].to_numpy(np.int64), self._entities["most"].to_numpy(np.float64))
        self.incidence = replace(incidence, whole=Whole(context.documents, frequency, most))

    def corpus(self) -> MaskedCorpus:
        """The part without masks, and what the policy demands of it."""
        policy = self._context.settings.policy
        return MaskedCorpus.build(self.incidence, Masks.none(self.incidence.entities), policy, self.demands())

    def demands(self, *, of_people: bool = True) -> Demands:
        """What the policy demands of the part; without `of_people` nothing of how many people fit."""
        settings = self._context.settings
        if not of_people:
            policy = settings.policy.model_copy(update={"at_least": 0})
            settings = settings.model_copy(update={"policy": policy})
        # What is read of a graph here: mentioned_values and persons.
        return demands_under(cast(Store, self), self.incidence, self._entities, settings, self._context.today)

    def mentioned_values(self) -> pd.DataFrame:
        """Entities with the spellings that they have anywhere in the corpus: entity_id, original_values."""
        named = self._entities[self._entities["spellings"].notna()]
        return pd.DataFrame({"entity_id": named["id"], "original_values": named["spellings"]})

    def persons(self) -> pd.DataFrame:
        """Whose value a mention is, where somebody says so: source_id, entity_id, person."""
        return self._mentions[self._mentions["person"].notna()][["source_id", "entity_id", "person"]]

    def ids(self, entities: Sequence[int]) -> list[str]:
        """Of some entities."""
        return [self.incidence.entity_ids[entity] for entity in entities]
