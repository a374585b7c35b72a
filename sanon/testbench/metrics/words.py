"""The metric `words`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.attack.words import words_kept
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial


class WordsKept(Metric):
    """How much of the documents is left."""

    name = "words"
    summary = "share of the words of the originals that still stand"
    order = 10
    columns = (Column("words_kept", "words kept", shown=True),)

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Over all documents together."""
        originals = trial.material.originals
        return {"words_kept": words_kept((originals[one], trial.texts[one]) for one in originals)}
