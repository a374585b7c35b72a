"""Results on stdout, as text or JSON; everything else on stderr."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import click

from sanon.text.counting import counted as counted

#: Control characters but for tab and line end, line separators, and what turns the direction of writing.
_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def say(text: str = "", *, err: bool = False) -> None:
    """A line for a person. Ids and file names come from outside: what moves a terminal is shown, not sent."""
    click.echo(shown(text), err=err)


def shown(text: str) -> str:
    """A text without control characters."""
    return _RAW.sub("\ufffd", text)


def as_json(result: Any) -> None:
    """One JSON document; control characters of all kinds as escapes."""
    text = json.dumps(result, ensure_ascii=False, indent=2)
    click.echo(_RAW.sub(lambda raw: f"\\u{ord(raw[0]):04x}", text))


def as_lines(pairs: Sequence[tuple[str, str]]) -> None:
    """Labels and what they say, one a line."""
    for label, text in pairs:
        say(f"{label:<10} {text}")
