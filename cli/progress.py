"""Bars on stderr while work goes on, where somebody watches."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

_T = TypeVar("_T")


def show_progress(items: Iterable[_T], what: str, total: int) -> Iterable[_T]:
    """Give items on while a bar shows how many were worked on, their pace, and the time that went by and is left."""
    bars = _bars()
    if not bars.console.is_terminal:
        yield from items
        return
    if not bars.tasks:
        bars.start()
    task = bars.add_task(what, total=total or None)
    try:
        for item in items:
            yield item
            bars.advance(task)
    finally:
        bars.remove_task(task)
        if not bars.tasks:
            bars.stop()


@cache
def _bars() -> Progress:
    """All bars, one below the other: a terminal has room for one live display."""
    columns = (TextColumn("{task.description}"), BarColumn(), _Count(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


class _Count(ProgressColumn):
    """Items that are done, and items a minute."""

    def render(self, task: Task) -> Text:
        """What the bar shows; nothing where nobody knows how many there are."""
        if task.total is None:
            return Text("")
        pace = f", {60 * task.speed:,.0f}/min" if task.speed else ""
        return Text(f"{task.completed:,.0f} of {task.total:,.0f}{pace}")
