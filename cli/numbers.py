"""Lists of numbers on the command line: 0.8,0.9,0.95."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click


class Numbers(click.ParamType[tuple[float, ...]]):
    """Numbers in [0, 1] separated by commas."""

    name = "numbers"

    def __init__(self, *, zero: bool) -> None:
        self._zero = zero

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        """The numbers of a text."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = tuple(float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r}: numbers separated by commas, such as 0.8,0.9", param, ctx)
        least = "0" if self._zero else "above 0"
        if not all((number > 0 or (self._zero and number == 0)) and number <= 1 for number in numbers):
            self.fail(f"{value!r}: every number must be from {least} to 1", param, ctx)
        return numbers


def shown(numbers: Iterable[float]) -> str:
    """As they are given on the command line."""
    return ",".join(f"{number:g}" for number in numbers)
