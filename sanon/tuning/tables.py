"""The tables of a tuning, as CSV files."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sanon.results import Result, TuneResult


def write_tables(found: TuneResult, out: Path) -> None:
    """Write separation.csv, chains.csv if chains are labelled, and context.csv if a model was asked."""
    _write(out / "separation.csv", found.separation)
    _write(out / "chains.csv", found.chains)
    if found.filter is not None:
        _write(out / "context.csv", found.filter.points)


def _write(path: Path, rows: Sequence[Result]) -> None:
    if not rows:
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(type(rows[0]).model_fields), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.to_json().items()} for row in rows)


def _cell(value: Any) -> Any:
    return f"{value:.6g}" if isinstance(value, float) else value
