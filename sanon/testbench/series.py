"""Several data sets: means of what was measured on each, with intervals. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from scipy.stats import t

from sanon.results.bench import BenchResult, BenchSeries, SeedSummary
from sanon.testbench.metrics import columns

_LEVEL = 0.975


def series_of(results: Sequence[BenchResult]) -> BenchSeries:
    """Every system that all data sets have, in the order of the first."""
    by_name = [{one.name: one for one in result.systems} for result in results]
    names = [name for name in by_name[0] if all(name in one for one in by_name)]
    summary = []
    for name in names:
        numbers = {}
        for key in ("masks", *(column.key for column in columns())):
            values = [value for one in by_name if (value := one[name].number(key)) is not None]
            if len(values) == len(by_name):
                numbers[key] = (fmean(values), half_interval(values))
        summary.append(SeedSummary(name=name, numbers=numbers))
    return BenchSeries(results=list(results), summary=summary)


def half_interval(values: Sequence[float]) -> float | None:
    """Half of the 95 % confidence interval of the mean, by Student's t; None for one value."""
    if len(values) < 2:
        return None
    return float(t.ppf(_LEVEL, len(values) - 1) * stdev(values) / math.sqrt(len(values)))
