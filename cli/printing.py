"""Results on stdout, as text or JSON; everything else on stderr."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import click

from sanon.text.counting import counted

if TYPE_CHECKING:
    from rich.console import Console

    from sanon.results import Result

#: Control characters but for tab and line end, line separators, and what turns the direction of writing.
_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def say(text: str = "", *, err: bool = False) -> None:
    """Text for a person; on stderr one line. Ids and file names come from outside: what moves a terminal is shown."""
    click.echo(on_one_line(text) if err else shown(text), err=err)


def shown(text: str) -> str:
    """A text without control characters."""
    return _RAW.sub("\ufffd", text)


def on_one_line(text: str) -> str:
    """A text without control characters and line ends: neither a file name nor a value can look like two messages."""
    return shown(text).replace("\n", "\ufffd")


def as_json(result: Any) -> None:
    """One JSON document; control characters of all kinds as escapes."""
    text = json.dumps(result, ensure_ascii=False, indent=2)
    click.echo(_RAW.sub(lambda raw: f"\\u{ord(raw[0]):04x}", text))


def as_lines(pairs: Sequence[tuple[str, str]]) -> None:
    """Labels and what they say, one a line; on a terminal in colour, and broken beside the label."""
    if not _on_terminal(sys.stdout):
        for label, text in pairs:
            say(f"{label:<10} {text}")
        return
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    table.add_column(style="bold cyan", no_wrap=True, min_width=10)
    table.add_column(overflow="fold")
    for label, text in pairs:
        table.add_row(Text(label), Text(shown(text)))
    _console().print(table)


def as_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A titled table: on a terminal in colour and as wide as that, elsewhere as plain columns."""
    say(f"\n{title}")
    if not rows:
        say("  none")
        return
    if _on_terminal(sys.stdout):
        _rich_table(columns, rows)
        return
    cells = [[on_one_line(cell) for cell in row] for row in (columns, *rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(columns))]
    for row in cells:
        say("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def as_rows(result: Result, how: str) -> None:
    """The rows of a result, as CSV or as a table; with the values of entities if the result has some."""
    columns = result.columns()
    cells = [[_cell(value) for value in one.model_dump(mode="json").values()] for one in result.rows]
    values: dict[str, str] = getattr(result, "values", {})
    if values and "id" in columns:
        cells = [[*row, values.get(row[columns.index("id")], "")] for row in cells]
        columns = [*columns, "value"]
    if how == "csv":
        file = io.StringIO()
        csv.writer(file, lineterminator="\n").writerows([columns, *cells])
        click.echo(_RAW.sub("\ufffd", file.getvalue()), nl=False)
    elif _on_terminal(sys.stdout):
        _rich_table(columns, cells)
    else:
        as_table("", columns, cells)


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    return value if isinstance(value, str) else "" if value is None else json.dumps(value, ensure_ascii=False)


def _rich_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD)
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(Text(on_one_line(cell)) for cell in row))
    _console().print(table)


def more(count: int, shown: int) -> Iterator[str]:
    """The line below a list that was cut; none if all of it is shown."""
    if count > shown:
        yield f"  … and {count - shown:,} more: --format json"


def next_step(text: str) -> None:
    """What to do now: one line on stderr, and only for a person who watches."""
    if _on_terminal(sys.stderr):
        say(f"next: {text}", err=True)


def _on_terminal(stream: TextIO | None) -> bool:
    # There is no stream where it was closed before the start.
    return stream is not None and stream.isatty()


def _console() -> Console:
    """Colours unless NO_COLOR is set, which rich looks at."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def tell_changed(changed: list[str]) -> None:
    """Say on stderr which settings the graph remembers otherwise from now on."""
    if changed:
        say(f"note: changed for this graph, and remembered: {'; '.join(changed)}", err=True)


def tell_newly_masked(number: int) -> None:
    """Say on stderr that an earlier export shows what is masked now."""
    if number:
        values = counted(number, "value", verb=("that is", "that are"))
        say(f"note: {values} masked now stood readable in the last export; who has both learns them", err=True)
