"""The metric `membership`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import rankdata

from sanon.attack.attackers.likeness import TfIdfAttacker
from sanon.progress import silent
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial


class DocumentMembership(Metric):
    """Whether somebody who holds a document can tell that it is among the protected ones."""

    name = "membership"
    summary = "AUC of telling originals of indexed documents from documents about others, by the likest protected one"
    order = 55
    slow = True
    columns = (
        Column("membership_auc", "membership AUC by meaning"),
        Column("membership_auc_words", "membership AUC by words"),
        Column("membership_auc_chance", "by chance"),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Members are the originals, others the documents that lie beside the data set; chance is .5."""
        others = list(trial.material.outside)
        if not others:
            return {}
        asked = [*trial.material.originals.values(), *others]
        members = len(asked) - len(others)
        held = [trial.texts[name] for name in sorted(trial.texts)]
        vectors = trial.material.vectors
        meaning = (vectors.of(asked) @ vectors.of(held).T).max(axis=1)
        by_words = TfIdfAttacker().rank(asked, held, silent, 1).scores[:, 0]
        return {
            "membership_auc": auc(meaning.tolist(), members),
            "membership_auc_words": auc(by_words.tolist(), members),
            "membership_auc_chance": 0.5,
        }


def auc(scores: Sequence[float], members: int) -> float:
    """Area under the ROC curve of scores, those of members first: Mann and Whitney's U over its greatest."""
    others = len(scores) - members
    ranks = rankdata(np.asarray(scores))
    return float((ranks[:members].sum() - members * (members + 1) / 2) / (members * others))
