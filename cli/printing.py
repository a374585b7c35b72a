"""Results on stdout, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import click


def as_json(result: Any) -> None:
    """One JSON document."""
    click.echo(json.dumps(result, ensure_ascii=False, indent=2))


def as_lines(pairs: Sequence[tuple[str, str]]) -> None:
    """Labels and what they say, one a line."""
    for label, text in pairs:
        click.echo(f"{label:<10} {text}")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """1 document, 2 documents."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
