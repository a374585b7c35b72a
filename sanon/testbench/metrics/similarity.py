"""The metrics `similarity` and `words`: how much of the text is left."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sanon.attack.words import words_kept
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial


class Similarity(Metric):
    """How near in meaning protected documents stay to their originals, as papers on rewriting measure it."""

    name = "similarity"
    summary = "cosine of the sentence vectors of each document before and after, on average"
    order = 80
    slow = True
    columns = (Column("similarity", "similarity"),)

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """By all-MiniLM-L6-v2."""
        names, vectors = sorted(trial.texts), trial.material.vectors
        before, after = (
            vectors.of([texts[name] for name in names]) for texts in (trial.material.originals, trial.texts)
        )
        return {"similarity": float(np.clip((before * after).sum(axis=1), 0, 1).mean())}


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
