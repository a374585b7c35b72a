"""The bipartite graph of documents and entities as arrays, in an order that no file system decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True)
class Whole:
    """Numbers of a corpus, for arrays that hold a part of it.

    Attributes:
        documents: of the corpus.
        frequency: documents of the corpus that mention each entity of the part; (E,).
        relevance: the largest of each entity of the part anywhere in the corpus; (E,).
    """

    documents: int
    frequency: Integers
    relevance: Floats


@dataclass(frozen=True)
class Incidence:
    """Documents × entities, rows compressed: N documents, E entities, M mentions.

    Attributes:
        source_ids: of the documents, ascending; (N,).
        entity_ids: ascending; (E,).
        entity_types: (E,).
        weight: of each entity's type, in [0, 1]; (E,).
        start: mentions of document d are start[d]:start[d+1]; (N+1,).
        entity: entity of each mention, ascending within a document; (M,).
        relevance: in [0, 1]; (M,).
        whole: of which corpus this is a part; None if it is all of it.
    """

    source_ids: Sequence[str]
    entity_ids: Sequence[str]
    entity_types: Sequence[str]
    weight: Floats
    start: Integers
    entity: Integers
    relevance: Floats
    whole: Whole | None = None

    @classmethod
    def build(cls, source_ids: Iterable[str], entities: pd.DataFrame, mentions: pd.DataFrame) -> Incidence:
        """Sort the tables of a store into arrays.

        Args:
            source_ids: of the documents whose extraction is finished; N of them.
            entities: columns id, type, weight.
            mentions: columns source_id, entity_id, relevance; a pair at most once.

        Raises:
            ValueError: a mention of a document or entity that is not there.
        """
        documents = pd.Index(sorted(source_ids), dtype=object)
        entities = entities.sort_values("id")
        names = pd.Index(entities["id"], dtype=object)
        document, entity = (
            documents.get_indexer(pd.Index(mentions["source_id"])),
            names.get_indexer(pd.Index(mentions["entity_id"])),
        )
        if (document < 0).any() or (entity < 0).any():
            raise ValueError("a mention of a document or entity that is not there")
        order = np.lexsort((entity, document))
        start = np.zeros(len(documents) + 1, dtype=np.int64)
        np.cumsum(np.bincount(document, minlength=len(documents)), out=start[1:])
        return cls(
            source_ids=list(documents),
            entity_ids=list(names),
            entity_types=list(entities["type"]),
            weight=entities["weight"].to_numpy(np.float64),
            start=start,
            entity=entity[order].astype(np.int64),
            relevance=mentions["relevance"].to_numpy(np.float64)[order],
        )

    @property
    def documents(self) -> int:
        """N."""
        return len(self.source_ids)

    @property
    def entities(self) -> int:
        """E."""
        return len(self.entity_ids)

    @cached_property
    def document(self) -> Integers:
        """Document of each mention; (M,)."""
        return np.repeat(np.arange(self.documents), np.diff(self.start))

    @cached_property
    def by_entity(self) -> tuple[Integers, Integers]:
        """Mentions grouped by entity: those of entity e are `order[begin[e]:begin[e+1]]`."""
        begin = np.zeros(self.entities + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.entity, minlength=self.entities), out=begin[1:])
        return begin, np.argsort(self.entity, kind="stable")


def each_of(begin: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """All items of some rows, where those of row i are begin[i]:begin[i+1].

    Returns:
        For each item, its place in `rows`, and the item.
    """
    first = begin[rows]
    sizes = begin[rows + 1] - first
    place = np.arange(len(rows)).repeat(sizes)
    return place, np.arange(len(place)) + (first - sizes.cumsum() + sizes)[place]
