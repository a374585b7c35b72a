"""The results as a table: one row a system, the same columns on the terminal, in the CSV file and on the page. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

from sanon.results.benching import KindScores, SystemResult, Utility
from sanon.testbench.dataset import COMBINATIONS

#: The kinds of question, as fields of `Utility`.
KINDS = tuple(f"{specificity}_{scope}" for specificity, scope in COMBINATIONS)
#: On the terminal and on the page; the CSV file has every score of every kind.
COLUMNS = (
    "system",
    "masks",
    "words kept",
    "leak rate",
    "leaked clusters",
    "membership",
    "targeted",
    "recall@3",
    *(f"{kind.replace('_', ' ')}: {score}" for kind in KINDS for score in ("exact", "ROUGE-1")),
)
_SCORES = ("judge", "exact", "rouge1", "bertscore", "recall_at_k")


def cells(system: SystemResult, judged: bool = False) -> list[str]:
    """What stands in a row under `COLUMNS`.

    Args:
        system: of the row.
        judged: the judge's score in place of the exact truth.
    """
    scores = [_of(system.utility, kind) for kind in KINDS]
    first: Callable[[KindScores], float | None] = (lambda one: one.judge) if judged else (lambda one: one.exact)
    return [
        system.name,
        "" if system.masks is None else f"{system.masks:,}",
        shown(system.words_kept),
        shown(system.leak_rate),
        shown(system.leaked_clusters),
        shown(system.membership),
        shown(system.targeted),
        shown(system.recall_at_k),
        *(shown(value) for one in scores for value in ((first(one), one.rouge1) if one else (None, None))),
    ]


def shown(value: float | None) -> str:
    """Three digits; nothing for what was not measured."""
    return "" if value is None else f"{value:.3f}"


def as_csv(systems: Sequence[SystemResult]) -> str:
    """Every number of every system."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    plain = ("name", "masks", "words_kept", "leak_rate", "leaked_clusters", "membership", "targeted", "recall_at_k")
    rows.writerow([*plain, *(f"{kind}_{score}" for kind in KINDS for score in _SCORES), "failed_answers", "seconds"])
    for system in systems:
        scores = [
            getattr(one, score) if one else None
            for one in (_of(system.utility, kind) for kind in KINDS)
            for score in _SCORES
        ]
        rows.writerow([*(getattr(system, name) for name in plain), *scores, system.failed_answers, system.seconds])
    return text.getvalue()


def _of(utility: Utility, kind: str) -> KindScores | None:
    scores: KindScores | None = getattr(utility, kind)
    return scores
