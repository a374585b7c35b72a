"""Why a coarser value, and not a finer one, stands in place of an entity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sanon.risk.hierarchy import NONE, ValueScores
from sanon.selection.level_search import Barred, LevelSearch
from sanon.selection.masked_corpus import MaskedCorpus


class Rung(NamedTuple):
    """A rung of the ladder of a masked entity.

    Attributes:
        level: from 1, the finest.
        value: number of the coarser value.
        shown: whether it stands in place of the entity.
        barred: the document or chain that would be above its limit if it did; None if none would be now.
    """

    level: int
    value: int
    shown: bool
    barred: Barred | None


def explain_level(corpus: MaskedCorpus, scores: ValueScores, entity: int) -> tuple[Rung, ...]:
    """Try the rungs of an entity from the finest to the one that stands there, all others as they are now.

    Args:
        corpus: with the masks and coarser values of now.
        scores: of the coarser values of the corpus.
        entity: column of a masked one.
    """
    shown = np.full(corpus.incidence.entities, NONE)
    if corpus.coarser is not None:
        shown = np.where(corpus.masks.now.in_documents, corpus.coarser.shown, NONE)
    own, rungs = int(shown[entity]), scores.hierarchy.rungs(entity)
    tried = rungs if own == NONE else rungs[: rungs.index(own)]
    # The value of now is taken away first, so that a rung is judged in its place.
    shown[entity] = NONE
    others = np.flatnonzero(shown != NONE)
    entities = np.concatenate([others, np.full(len(tried), entity)])
    options = np.concatenate([shown[others], np.array(tried, dtype=np.int64)])
    order = np.argsort(entities, kind="stable")
    search = LevelSearch(corpus.with_coarser(None), scores, entities[order], options[order], entities[order] != entity)
    first = int(np.searchsorted(entities[order], entity))
    found = [
        Rung(level, value, shown=False, barred=search.barred(first + level - 1)) for level, value in enumerate(tried, 1)
    ]
    if own != NONE:
        found.append(Rung(len(tried) + 1, own, shown=True, barred=None))
    return tuple(found)
