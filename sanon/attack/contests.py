"""What attackers see of one document, place by place, so that masks can be chosen against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from sanon.attack.attackers.likeness import TermAttacker
from sanon.attack.terms import in_columns
from sanon.attack.weighting import Knowledge, TfIdf
from sanon.risk.incidence import Integers
from sanon.selection.background import Contest


class Spot(NamedTuple):
    """Where a value of an entity stands in a text; code points."""

    entity: int
    start: int
    end: int


def contest(
    attacker: TermAttacker,
    knowledge: Knowledge,
    text: str,
    masks: Sequence[tuple[int, int]],
    spots: Sequence[Spot],
    right: Sequence[str],
    rivals: Sequence[str],
) -> Contest:
    """What one attacker sees of one document.

    Args:
        masks: stretches of the text that are masked.
        spots: where values of entities stand that could be masked.
        right: texts about the person of the document.
        rivals: the texts most like it, the right ones left out.
    """
    places = attacker.terms([text])
    start, end = places.start - 1, places.end - 1  # a blank stands before the text
    columns, term = np.unique(places.column, return_inverse=True)
    counts = attacker.terms([*right, *rivals]).counts(len(right) + len(rivals))
    weights = in_columns(attacker.weighting.of_background(counts, knowledge), columns)
    if isinstance(attacker.weighting, TfIdf):
        weights = weights * attacker.weighting.rarity(knowledge, columns)
    entities = np.array(sorted({spot.entity for spot in spots}), dtype=np.int64)
    masked = _hides(np.zeros(1, dtype=np.int64), [Spot(0, *mask) for mask in masks], start, end)
    return Contest(
        attacker=attacker.name,
        entity=entities,
        hides=_hides(entities, spots, start, end),
        hidden=np.asarray(masked.sum(axis=0)).ravel() > 0,
        term=term.astype(np.int64).ravel(),
        damped=isinstance(attacker.weighting, TfIdf),
        right=weights[: len(right)],
        rivals=weights[len(right) :],
    )


def _hides(entities: Integers, spots: Sequence[Spot], start: Integers, end: Integers) -> csr_matrix:
    """Places that overlap with a spot of an entity; (entities, P)."""
    order = np.argsort(start, kind="stable")
    sorted_start, longest = start[order], int((end - start).max(initial=0))
    rows, columns = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for spot in spots:
        first, last = np.searchsorted(sorted_start, [spot.start - longest, spot.end])
        near = order[first:last]
        columns.append(near[end[near] > spot.start])
        rows.append(np.full(len(columns[-1]), np.searchsorted(entities, spot.entity)))
    at = np.concatenate(rows), np.concatenate(columns)
    found = csr_matrix((np.ones(len(at[0])), at), shape=(len(entities), len(start)))
    found.data[:] = 1.0  # a place that two spots of an entity touch is hidden once
    return found
