"""Several data sets: means of what was measured on each, with intervals. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from scipy.stats import t

from sanon.results.bench import BenchResult, BenchSeries, EqualSummary, SeedSummary
from sanon.testbench.metrics import columns

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
