"""What several measurements say together. Pure.

Curves are families of systems from little protection to much, compared where they are equal in something. A series is
the same measured on several data sets: means, with intervals.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import fmean, stdev

from scipy.stats import t

from sanon.results.bench import BenchResult, BenchSeries, EqualPoint, EqualSummary, SeedSummary, SystemResult
from sanon.testbench.metrics import columns
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


_LEVEL = 0.975


def series_of(results: Sequence[BenchResult]) -> BenchSeries:
    """Every system that all data sets have, in the order of the first, and every family at every level."""
    keys = ("masks", *(column.key for column in columns()))
    systems = [{one.name: one for one in result.systems} for result in results]
    names = [name for name in systems[0] if all(name in some for some in systems)]
    curves = [{(one.family, one.measure, one.level): one.numbers for one in result.equal} for result in results]
    return BenchSeries(
        results=list(results),
        summary=[
            SeedSummary(name=name, numbers=_means({key: [some[name].number(key) for some in systems] for key in keys}))
            for name in names
        ],
        equal=[
            EqualSummary(
                family=family,
                measure=measure,
                level=level,
                numbers=_means({key: [some[family, measure, level].get(key) for some in curves] for key in numbers}),
            )
            for (family, measure, level), numbers in curves[0].items()
            if all((family, measure, level) in some for some in curves)
        ],
    )


def _means(measured: Mapping[str, Sequence[float | None]]) -> dict[str, tuple[float, float | None]]:
    """Mean and half interval of what all data sets have."""
    found = {}
    for key, values in measured.items():
        there = [value for value in values if value is not None]
        if len(there) == len(values):
            found[key] = fmean(there), half_interval(there)
    return found


def half_interval(values: Sequence[float]) -> float | None:
    """Half of the 95 % confidence interval of the mean, by Student's t; None for one value."""
    if len(values) < 2:
        return None
    return float(t.ppf(_LEVEL, len(values) - 1) * stdev(values) / math.sqrt(len(values)))
