"""The record of a command that writes: begun, and done or not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from sanon import __version__
from sanon.graph.store import Run, Store


@contextmanager
def recorded_run(store: Store, command: str, parameters: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Stamp what a command writes; what it puts into the yielded counts says what it did.

    A run that does not get to its end leaves no counts, and the next command derives all numbers again.
    """
    store.claim()
    run_id, counts = uuid4().hex, dict[str, Any]()
    store.start_run(run_id, _after(store.runs()).isoformat(timespec="microseconds"), command, parameters, __version__)
    yield run_id, counts
    store.finish_run(run_id, counts)


def _after(runs: list[Run]) -> datetime:
    """Now, but later than every run: the last one says what the graph is, and clocks of two computers differ."""
    now = datetime.now(UTC)
    return max([now, *(datetime.fromisoformat(run.started_at) + timedelta(microseconds=1) for run in runs[:1])])
