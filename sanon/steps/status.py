"""Status: what the graph holds and what ran last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sanon.graph.store import Run, Store

_RUNS_SHOWN = 5


@dataclass(frozen=True)
class Status:
    """What the graph holds.

    Attributes:
        counts: documents, pending, entities, masked, mentions, links.
        pending: source ids of documents whose extraction is not finished.
        runs: the last commands that wrote, the latest first.
        exportable: whether decisions were made after the last load.
    """

    address: str
    counts: dict[str, int]
    pending: list[str]
    runs: list[Run]
    exportable: bool

    def to_json(self) -> dict[str, Any]:
        """For other programs."""
        return {
            "graph": self.address,
            "counts": self.counts,
            "pending": self.pending,
            "runs": [run._asdict() for run in self.runs],
            "exportable": self.exportable,
        }


def status(store: Store) -> Status:
    """Read it."""
    versions, runs = store.document_versions(), store.runs()
    return Status(
        address=store.address,
        counts=store.counts() | store.relationship_counts(),
        pending=versions.loc[versions["state"] == "pending", "source_id"].tolist(),
        runs=runs[:_RUNS_SHOWN],
        exportable=is_decided(runs),
    )


def is_decided(runs: list[Run]) -> bool:
    """Whether the last run that changed documents or decisions was a redact that got to its end."""
    changing = [run for run in runs if run.command in ("load", "redact")]
    return bool(changing) and changing[0].command == "redact" and changing[0].finished
