"""How well an edge threshold keeps clusters together and apart: links inside of clusters and between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from sanon.risk.incidence import Incidence
from sanon.risk.links import derive_links


class Separation(NamedTuple):
    """Links at one edge threshold."""

    edge_threshold: float
    inside: int
    between: int


def separation(incidence: Incidence, cluster: Mapping[str, str], edge_thresholds: Sequence[float]) -> list[Separation]:
    """Count the links of each threshold, before any mask.

    Args:
        cluster: of each source id.
        edge_thresholds: in (0, 1], ascending.
    """
    unmasked = np.zeros(incidence.entities, dtype=np.bool_)
    links = derive_links(incidence, edge_thresholds[0])
    strength = links.strength(unmasked)
    of = np.array([cluster[source_id] for source_id in incidence.source_ids], dtype=object)
    same = of[links.a] == of[links.b]
    return [
        Separation(threshold, int((same & (strength >= threshold)).sum()), int((~same & (strength >= threshold)).sum()))
        for threshold in edge_thresholds
    ]
