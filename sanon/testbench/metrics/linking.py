"""The metric `linking`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.testbench.metrics.contract import Column, Metric, mean
from sanon.testbench.trial import Trial


class Linking(Metric):
    """Whether documents of one person still lead to each other, and what that brings an attacker."""

    name = "linking"
    summary = "pairs of documents of one person that are still joined by what only that person's documents show"
    order = 30
    columns = (
        Column("readable", "readable", shown=True),
        Column("joined_pairs", "pairs joined", shown=True),
        Column("read_alone", "read in one document"),
        Column("collected", "collected by following", shown=True),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Share of the pairs; weight of a person's values that all documents show, one, and those joined to it."""
        possible = sum(joins.possible for joins in trial.joins)
        alone, followed = list[float | None](), list[float | None]()
        for joins in trial.joins:
            standing = joins.standing
            for group in joins.groups:
                together = trial.leak_rate(standing.target, standing.read_in(group))
                followed += [together] * len(group)
                alone += [trial.leak_rate(standing.target, standing.read_in([one])) for one in group]
        return {
            "readable": mean([trial.leak_rate(one.target, one.readable) for one in trial.standings]),
            "joined_pairs": sum(len(joins.pairs) for joins in trial.joins) / possible if possible else None,
            "read_alone": mean(alone),
            "collected": mean(followed),
        }
