"""Status: what the graph holds and what ran last."""

from __future__ import annotations

from sanon.graph.store import Run, Store
from sanon.results import Counts, RunRecord, StatusResult

_RUNS_SHOWN = 5


def status(store: Store) -> StatusResult:
    """Read it."""
    versions, runs = store.document_versions(), store.runs()
    return StatusResult(
        graph=store.address,
        counts=Counts.model_validate(store.counts() | store.relationship_counts()),
        pending=versions.loc[versions["state"] == "pending", "source_id"].tolist(),
        runs=[RunRecord.model_validate(run._asdict()) for run in runs[:_RUNS_SHOWN]],
        exportable=is_decided(runs),
    )


def is_decided(runs: list[Run]) -> bool:
    """Whether the last run that changed documents or decisions was a redact that got to its end."""
    changing = [run for run in runs if run.command in ("load", "redact")]
    return bool(changing) and changing[0].command == "redact" and changing[0].finished
