"""The results as a table: one row a system, the same columns on the terminal, in the CSV file and on the page. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from sanon.results.bench import KindScores, SystemResult, Utility
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
    *(
        f"{kind.replace('_', ' ')}: {score}"
        for kind in KINDS
        for score in ("exact", "in context", "in sources", "ROUGE-1")
    ),
)
_SCORES = ("judge", "exact", "in_context", "in_sources", "rouge1", "bertscore", "recall_at_k")


def cells(system: SystemResult) -> list[str]:
    """What stands in a row under `COLUMNS`."""
    scores = [_of(system.utility, kind) for kind in KINDS]
    return [
        system.name,
        "" if system.masks is None else f"{system.masks:,}",
        shown(system.words_kept),
        shown(system.leak_rate),
        shown(system.leaked_clusters),
        shown(system.membership),
        shown(system.targeted),
        shown(system.recall_at_k),
        *(shown(value) for one in scores for value in (_answered(one) if one else (None,) * 4)),
    ]


def score_of(system: SystemResult, kind: str, judged: bool) -> tuple[float | None, float | None]:
    """Of one kind of question the judge's score or the exact truth, and what the sources still hold."""
    scores = _of(system.utility, kind)
    return (scores.judge if judged else scores.exact, scores.in_sources) if scores else (None, None)


def _answered(scores: KindScores) -> tuple[float, ...]:
    return scores.exact, scores.in_context, scores.in_sources, scores.rouge1


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
