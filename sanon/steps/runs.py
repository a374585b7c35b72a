"""The record of a command that writes: begun, and done or not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from sanon import __version__
from sanon.graph.store import Store


@contextmanager
def recorded_run(store: Store, command: str, parameters: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Stamp what a command writes; what it puts into the yielded counts says what it did.

    A run that does not get to its end leaves no counts, and the next command derives all numbers again.
    """
    run_id, counts = uuid4().hex, dict[str, Any]()
    store.start_run(run_id, datetime.now(UTC).isoformat(timespec="microseconds"), command, parameters, __version__)
    yield run_id, counts
    store.finish_run(run_id, counts)
