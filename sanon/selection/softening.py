"""Softening: coarser true values in place of labels, as fine as the policy allows.

After the masks are chosen, each masked entity, the most useful first, gets the finest value at which every document
and every chain, also those that the shared value opens, still meets the policy; else its label. So the policy holds as
it did with labels, and the set of masks stays what the strategy found. What a coarser value adds: `sanon.risk.coarser`.
Most values cannot stand whatever else does (`sanon.selection.out_of_reach`); the others are tried, one after another.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Booleans, Integers
from sanon.risk.scores import frequency
from sanon.selection.bench import Bench
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.out_of_reach import trials


def soften(corpus: MaskedCorpus, spread: Spread, allowed: Booleans, start: Mapping[int, int] | None = None) -> Integers:
    """Choose the values that stand in place of masked entities.

    The most useful is what most documents mention, then what most is kept of, then the smaller id.

    Args:
        corpus: with its masks, all of them labels or operators that leave a link.
        spread: its coarser values.
        allowed: masked entities that may show one; (E,).
        start: entity -> level that an earlier run published; these come first, and never get finer.

    Returns:
        Value in place of each entity, NONE for a label; (E,).
    """
    bench = Bench(corpus, spread, np.full(corpus.incidence.entities, NONE, dtype=np.int64))
    counts = frequency(corpus.incidence)
    published = start or {}

    def usefulness(entity: int) -> tuple[bool, int, float, int]:
        rungs = spread.hierarchy.rungs(entity)
        kept = float(spread.uniqueness[rungs[0]]) if rungs else 0.0
        return entity not in published, -int(counts[entity]), -kept, entity

    possible = trials(corpus, spread, allowed)
    for entity in sorted(np.unique(possible.entity).tolist(), key=usefulness):
        for value, hopeless in possible.of(entity)[max(published.get(entity, 1), 1) - 1 :]:
            if not hopeless and bench.put(entity, value) is None:
                break
    return bench.values.shown
