"""The record of a command that writes: begun, and done or not; and what the next one finds remembered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from sanon import __version__
from sanon.graph.store import Run, Store
from sanon.settings.settings import Settings


@contextmanager
def recorded_run(
    store: Store, command: str, parameters: dict[str, Any], begun: str | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Stamp what a command writes; what it puts into the yielded counts says what it did.

    A run that does not get to its end leaves no counts, and the next command derives all numbers again.

    Args:
        begun: id of the run, if the command has begun it already.
    """
    run_id, counts = begun or begin_run(store, command, parameters), dict[str, Any]()
    yield run_id, counts
    store.finish_run(run_id, counts)


def begin_run(store: Store, command: str, parameters: dict[str, Any]) -> str:
    """Say that a command has begun which will write later, so that an interruption before that is seen too; its id."""
    store.claim()
    run_id = uuid4().hex
    store.start_run(run_id, _after(store.runs()).isoformat(timespec="microseconds"), command, parameters, __version__)
    return run_id


def _after(runs: list[Run]) -> datetime:
    """Now, but later than every run: the last one says what the graph is, and clocks of two computers differ."""
    now = datetime.now(UTC)
    return max([now, *(datetime.fromisoformat(run.started_at) + timedelta(microseconds=1) for run in runs[:1])])


def last_run(store: Store, command: str, *, finished: bool = True) -> Run | None:
    """The last run of a command, or the last that got to its end; None if there is none."""
    return next((run for run in store.runs() if run.command == command and (run.finished or not finished)), None)


def is_decided(runs: list[Run]) -> bool:
    """Whether the last run that changed documents or decisions was a redact that got to its end."""
    changing = [run for run in runs if run.command in ("load", "redact")]
    return bool(changing) and changing[0].command == "redact" and changing[0].finished


def remember(store: Store, settings: Settings) -> list[str]:
    """Keep profile, policy, rules, strategy and operators of a command that wrote.

    Returns:
        What is otherwise from now on, each as `name: before -> after`; nothing the first time.
    """
    before, now = store.remembered(), settings.to_remember
    if before == now:
        return []
    store.claim()
    store.remember(now)
    return before.changes_to(now) if before else []
