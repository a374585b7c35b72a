"""Curves: families of systems from little protection to much, compared where they are equal in something. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sanon.results.bench import EqualPoint, SystemResult
from sanon.testbench.systems import SYSTEMS

#: Levels at which families are compared.
WORDS_KEPT = (0.97, 0.95, 0.9, 0.85)
READABLE = (0.6, 0.5, 0.4, 0.3)
_AT_WORDS = ("readable", "joined_pairs", "found_linked", "general_left", "specific_left")
_AT_READABLE = ("words_kept", "joined_pairs", "general_left", "specific_left")


def sweeps(extraction: str) -> list[str]:
    """The systems of all curves.

    Args:
        extraction: what finds the entities in all of them.
    """
    return [
        f"{name}@{parameters}@extraction={extraction}"
        for name, kind in SYSTEMS.classes.items()
        for parameters in kind.sweep
    ]


def families(results: Sequence[SystemResult]) -> dict[str, list[SystemResult]]:
    """Family -> its systems that were measured, of those that belong to a curve; by the words that they keep."""
    found: dict[str, list[SystemResult]] = {}
    for one in results:
        name, _, said = one.name.partition("@")
        parameters, _, extraction = said.rpartition("@extraction=")
        if parameters in SYSTEMS.named(name).sweep:
            found.setdefault(f"{name}@extraction={extraction}", []).append(one)
    return {name: sorted(some, key=lambda one: one.words_kept) for name, some in found.items() if len(some) > 1}


def equal_points(results: Sequence[SystemResult]) -> list[EqualPoint]:
    """What every family reaches at every level."""
    return [
        EqualPoint(
            family=family,
            measure=measure,
            level=level,
            numbers={key: interpolated(some, measure, key, level) for key in keys},
        )
        for measure, levels, keys in (("words_kept", WORDS_KEPT, _AT_WORDS), ("readable", READABLE, _AT_READABLE))
        for level in levels
        for family, some in families(results).items()
    ]


def interpolated(curve: Sequence[SystemResult], x: str, y: str, level: float) -> float | None:
    """The measure y where x has a level, on the line between the systems next to it; None outside the curve."""
    points = sorted(
        (at, value) for one in curve if (at := one.number(x)) is not None and (value := one.number(y)) is not None
    )
    for (left, low), (right, high) in pairwise(points):
        if left <= level <= right:
            return low if left == right else low + (high - low) * (level - left) / (right - left)
    return None
