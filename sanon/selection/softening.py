"""Softening: coarser true values in place of labels, as fine as the policy allows.

After the masks are chosen, each masked entity, the most useful first, gets the finest value at which every document
and every chain, also those that the shared value opens, still meets the policy; else its label. So the policy holds as
it did with labels, and the set of masks stays what the strategy found. What a coarser value adds: `sanon.risk.coarser`.
Where people must fit, the finest levels that they leave are chosen first, together (`sanon.selection.level_choice`).
Most values cannot be shown whatever else is (`sanon.selection.level_bounds`); the others are tried, those that cannot
influence each other at once (`sanon.selection.level_search`).
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sanon.risk.hierarchy import NONE, ValueScores, kept_by
from sanon.risk.incidence import Booleans, Integers
from sanon.risk.scores import frequency
from sanon.selection.level_bounds import level_options
from sanon.selection.level_choice import choose_levels
from sanon.selection.level_search import LevelSearch
from sanon.selection.masked_corpus import MaskedCorpus


def soften(
    corpus: MaskedCorpus, scores: ValueScores, allowed: Booleans, start: Mapping[int, int] | None = None
) -> Integers:
    """Choose the values that stand in place of masked entities.

    The most useful is what most documents mention, then what most is kept of, then the smaller id.

    Args:
        corpus: with its masks, all of them labels or operators that leave a link.
        scores: of its coarser values.
        allowed: masked entities that may show one; (E,).
        start: entity -> level that an earlier run published; these come first, and never get finer.

    Returns:
        Value in place of each entity, NONE for a label; (E,).
    """
    options = level_options(corpus, scores, allowed)
    level = np.array([(start or {}).get(int(entity), 1) for entity in options.entity], dtype=np.int64)
    place = np.arange(len(level)) - np.searchsorted(options.entity, options.entity)
    tried = ~options.infeasible & (place + 1 >= level)
    entity, value = options.entity[tried], options.value[tried]
    people = corpus.demands.people
    if people is not None and len(entity):
        finest = choose_levels(corpus, people, entity, value, kept_by(corpus.incidence, scores, entity, value))
        depth = np.append(people.ladders.depth, -1)
        allowed_now = depth[value] <= depth[finest[entity]]
        entity, value = entity[allowed_now], value[allowed_now]
    if not len(entity):
        return np.full(corpus.incidence.entities, NONE, dtype=np.int64)
    queue = np.unique(entity)
    published = np.isin(queue, list(start or {}))
    kept = scores.uniqueness[scores.hierarchy.first_rung[queue]]
    order = np.lexsort((queue, -kept, -frequency(corpus.incidence)[queue], ~published))
    return LevelSearch(corpus, scores, entity, value).settle(queue[order])
