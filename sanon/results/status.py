"""What `sanon status` shows."""

from __future__ import annotations

from datetime import datetime

from pydantic import JsonValue

from sanon.results.base import Result
from sanon.results.load import Counts


class RunRecord(Result):
    """A command that wrote.

    Attributes:
        parameters: what its numbers depend on, and what it read or wrote; no setting that holds values.
        counts: what it did; None when it was interrupted.
    """

    id: str
    started_at: datetime
    command: str
    parameters: dict[str, JsonValue]
    counts: dict[str, JsonValue] | None

    @property
    def finished(self) -> bool:
        """False when the command was interrupted and the numbers in the graph cannot be trusted."""
        return self.counts is not None


class StatusResult(Result):
    """What the graph holds and what was done last.

    Attributes:
        pending: source ids of documents whose extraction is not finished.
        runs: the last commands that wrote, the latest first.
        exportable: whether decisions were made after the last load.
        needs_rename: whether masked values stand in ids or file names, so that an export is refused without `--rename`;
            looked at where decisions are not exported yet.
        exported_at: when the decisions of now were last exported; None if they were not.
        exported_to: where; None if they were not.
    """

    listed = "runs"

    graph: str
    counts: Counts
    pending: list[str]
    runs: list[RunRecord]
    exportable: bool
    needs_rename: bool = False
    exported_at: datetime | None = None
    exported_to: str | None = None
