"""The texts and numbers in the metadata, each with its key before it as a label."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import JsonValue

from sanon.records import text_of, worth_reading


def metadata_lines(value: JsonValue, key: str = "") -> Iterator[tuple[str, int]]:
    """Each text and number of the metadata as `Key: value`, with the offset where the value begins."""
    stack: list[tuple[str, JsonValue]] = [(key, value)]
    while stack:  # no recursion: nesting depth is up to the document
        label, item = stack.pop()
        if isinstance(item, dict):
            stack.extend((str(name), inner) for name, inner in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend((label, inner) for inner in reversed(list(worth_reading(item))))
        elif text := text_of(item):
            readable = " ".join(re.split(r"[_\W]+", label)).strip()
            prefix = f"{readable[:1].upper()}{readable[1:]}: " if readable else ""
            yield prefix + text, len(prefix)
