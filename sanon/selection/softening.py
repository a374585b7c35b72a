"""Softening: coarser true values in place of labels, as fine as the policy allows.

After the masks are chosen, each masked entity, the most useful first, gets the finest value at which every document
and every chain, also those that the shared value opens, still meets the policy; else its label. So the policy holds as
it did with labels, and the set of masks stays what the strategy found. What a coarser value adds: `sanon.risk.coarser`.
Most values cannot stand whatever else does (`sanon.selection.out_of_reach`); the others are tried, those that cannot
touch each other at once (`sanon.selection.waves`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sanon.risk.hierarchy import NONE, Spread
from sanon.risk.incidence import Booleans, Integers
from sanon.risk.scores import frequency
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.out_of_reach import trials
from sanon.selection.waves import Waves


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
    possible = trials(corpus, spread, allowed)
    level = np.array([(start or {}).get(int(entity), 1) for entity in possible.entity], dtype=np.int64)
    place = np.arange(len(level)) - np.searchsorted(possible.entity, possible.entity)
    tried = ~possible.hopeless & (place + 1 >= level)
    entity, value = possible.entity[tried], possible.value[tried]
    if not len(entity):
        return np.full(corpus.incidence.entities, NONE, dtype=np.int64)
    turn = np.unique(entity)
    published = np.isin(turn, list(start or {}))
    kept = spread.uniqueness[spread.hierarchy.first_rung[turn]]
    order = np.lexsort((turn, -kept, -frequency(corpus.incidence)[turn], ~published))
    return Waves(corpus, spread, entity, value).settle(turn[order])
