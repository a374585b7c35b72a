"""The results as a table: one row a system, the same columns on the terminal, in the CSV file and on the page. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from sanon.results.bench import SystemResult
from sanon.testbench.metrics import columns

#: Of every system, before the numbers of the metrics.
_PLAIN = ("name", "masks")


def headings(*, shown: bool = False) -> list[str]:
    """What stands over the columns.

    Args:
        shown: only those of the terminal.
    """
    return ["system", "masks", *(one.title for one in columns() if one.shown or not shown)]


def cells(system: SystemResult, *, shown: bool = False) -> list[str]:
    """What stands in a row under `headings`."""
    numbers = [written(system.number(one.key)) for one in columns() if one.shown or not shown]
    return [system.name, "" if system.masks is None else f"{system.masks:,}", *numbers]


def written(value: float | None) -> str:
    """Three digits; nothing for what was not measured."""
    return "" if value is None else f"{value:.3f}"


def markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of Markdown, without the columns that no row fills."""
    filled = [place for place in range(len(headings)) if any(row[place] for row in rows)]
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(line[place] for place in filled) + " |" for line in lines)


def as_csv(systems: Sequence[SystemResult]) -> str:
    """Every number of every system."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    keys = [one.key for one in columns()]
    rows.writerow(
        [*_PLAIN, *(key.removeprefix("utility.").replace(".", "_") for key in keys), "failed_answers", "seconds"]
    )
    for system in systems:
        numbers = [system.number(key) for key in keys]
        rows.writerow([system.name, system.masks, *numbers, system.failed_answers, system.seconds])
    return text.getvalue()
