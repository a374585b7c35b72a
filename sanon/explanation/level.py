"""Why a coarser value, and not a finer one, stands in place of an entity."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Integers
from sanon.selection.bench import Barred, Bench
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


def explain_level(corpus: MaskedCorpus, spread: Spread, entity: int) -> tuple[Rung, ...]:
    """Try the rungs of an entity from the finest to the one that stands there, all others as they are now.

    Args:
        corpus: with the masks and coarser values of now.
        spread: coarser values of the corpus.
        entity: column of a masked one.
    """
    shown = _shown(corpus)
    stands, rungs = int(shown[entity]), spread.hierarchy.rungs(entity)
    tried = rungs if stands == NONE else rungs[: rungs.index(stands)]
    # Whatever stands is taken away first, so that a rung is judged in its place and not beside it.
    shown[entity] = NONE
    bench = Bench(corpus.with_coarser(None), spread, shown)
    found = []
    for level, value in enumerate(tried, 1):
        barred = bench.put(entity, value)
        if barred is None:
            bench.put(entity, NONE)
        found.append(Rung(level, value, shown=False, barred=barred))
    if stands != NONE:
        found.append(Rung(len(tried) + 1, stands, shown=True, barred=None))
    return tuple(found)


def _shown(corpus: MaskedCorpus) -> Integers:
    if corpus.coarser is None:
        return np.full(corpus.incidence.entities, NONE, dtype=np.int64)
    return np.where(corpus.masks.now.in_documents, corpus.coarser.shown, NONE)
