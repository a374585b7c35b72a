"""Cells of CSV files that a spreadsheet would run as formulas (OWASP, "CSV injection"), with an apostrophe before them.

A cell that begins with such an apostrophe already gets another one, so that all of it can be undone.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
#: Shown as it is: 12, -3.5, +442079460958.
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*")


def safe(cell: str) -> str:
    """A cell that is a text for every spreadsheet."""
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def plain(cell: str) -> str:
    """The cell that a safe one was made from."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def make_safe(file: Path) -> int:
    """Make all cells of a file safe; how many were not."""
    changed = 0
    made = file.with_name(f"{file.name}.safe")
    with (
        file.open(encoding="utf-8", newline="") as old,
        made.open("w", encoding="utf-8", newline="") as new,
    ):
        rows = csv.writer(new, lineterminator="\r\n")
        for row in csv.reader(old):
            cells = [safe(cell) for cell in row]
            changed += sum(one != other for one, other in zip(row, cells, strict=True))
            rows.writerow(cells)
    if changed:
        made.replace(file)
    else:
        made.unlink()
    return changed
