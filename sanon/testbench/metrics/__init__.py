"""The metrics, by name; another package adds its own by an entry point in the group `sanon.metrics`."""

from __future__ import annotations

from sanon.registry import Registry
from sanon.testbench.metrics.contract import Column, Metric

METRICS = Registry(Metric, package=__name__, group="sanon.metrics", kind="metric")  # type: ignore[type-abstract]


def columns() -> list[Column]:
    """The columns of all metrics, in their order."""
    metrics = sorted(METRICS.classes.values(), key=lambda metric: metric.order)
    return [column for metric in metrics for column in metric.columns]
