"""The metrics `search` and `linkage`."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from sanon.attack.attackers import term_attackers
from sanon.attack.ranking import DEPTH, Integers, fused
from sanon.audit.linkage import NGramIndex
from sanon.progress import silent
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial

#: Documents that the attacker looks at for each; as many as the background stage puts before the right one.
FIRST = 5


class Search(Metric):
    """Whether documents of one person find each other by their words, whatever was masked."""

    name = "search"
    summary = f"pairs of documents of one person that word searches bring together, among the first {FIRST}"
    order = 50
    columns = (Column("pairs_found", "pairs found by words"), Column("pairs_found_chance", "by chance"))

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """TF-IDF, BM25 and character n-grams together; by chance each of n others is among the first with FIRST / n."""
        names = sorted(trial.texts)
        row = {name: number for number, name in enumerate(names)}
        pairs = [
            (row[a], row[b]) for standing in trial.standings for a, b in combinations(standing.target.documents, 2)
        ]
        if not pairs or len(names) < 2:
            return {}
        nearest = [set(some) for some in nearest_texts([trial.texts[name] for name in names]).tolist()]
        share = min(FIRST / (len(names) - 1), 1.0)
        return {
            "pairs_found": sum(b in nearest[a] or a in nearest[b] for a, b in pairs) / len(pairs),
            "pairs_found_chance": 1 - (1 - share) ** 2,
        }


def nearest_texts(texts: list[str]) -> Integers:
    """The other texts that word attackers together put first for each, -1 none; (N, FIRST)."""
    itself = np.arange(len(texts))
    rankings = [one.rank(texts, texts, silent, DEPTH + 1).without(itself) for one in term_attackers()]
    return fused(rankings, len(texts)).texts[:, :FIRST]


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
