"""The metric `linkage`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.audit.linkage import NGramIndex
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial


class Linkage(Metric):
    """Whether a search in the originals leads back to the source of a protected text (Lison et al. 2025)."""

    name = "linkage"
    summary = "documents whose n-grams, alone or three together, stand in fewer than two originals"
    order = 60
    columns = (Column("linkable", "linked by n-grams"),)

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Share of the documents; n-grams of up to 7 words, not across sentences or masks."""
        names = sorted(trial.texts)
        index = NGramIndex(trial.material.originals[name] for name in names)
        linked = index.find((trial.texts[name] for name in names), {place: place for place in range(len(names))}).linked
        return {"linkable": len(linked) / len(names)}
