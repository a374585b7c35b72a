"""A bar on stderr while work goes on, where somebody watches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

_T = TypeVar("_T")


def show_progress(items: Iterable[_T], what: str, total: int) -> Iterable[_T]:
    """Give items on while a bar shows how many were worked on, their pace, and the time that is left."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), _Pace(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield from bar.track(items, total, description=what)


class _Pace(ProgressColumn):
    """Items a minute."""

    def render(self, task: Task) -> Text:
        """What the bar shows; nothing until there is a pace."""
        return Text(f"{60 * task.speed:,.0f}/min" if task.speed else "")
