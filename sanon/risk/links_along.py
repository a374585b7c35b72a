"""Links between the neighbours of one path, whatever their strength."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sanon.risk.incidence import Incidence
from sanon.risk.links import Links
from sanon.risk.scores import log_survival, uniqueness


def links_along(incidence: Incidence, documents: Sequence[int]) -> Links:
    """Link i joins documents i and i+1 of the path, also where its strength is below every threshold.

    Args:
        documents: rows, at least two.
    """
    unit = uniqueness(incidence) * incidence.weight
    via, terms, start = [], [], [0]
    for a, b in pairwise(documents):
        of_a = slice(int(incidence.start[a]), int(incidence.start[a + 1]))
        of_b = slice(int(incidence.start[b]), int(incidence.start[b + 1]))
        shared, in_a, in_b = np.intersect1d(
            incidence.entity[of_a], incidence.entity[of_b], assume_unique=True, return_indices=True
        )
        relevance = np.maximum(incidence.relevance[of_a][in_a], incidence.relevance[of_b][in_b])
        via.append(shared)
        terms.append(log_survival(relevance * unit[shared]))
        start.append(start[-1] + len(shared))
    ends = np.array([sorted(pair) for pair in pairwise(documents)], dtype=np.int64)
    return Links(ends[:, 0], ends[:, 1], np.array(start), np.concatenate(via), np.concatenate(terms))
