"""Replace stretches of a text."""

from __future__ import annotations

from collections.abc import Iterable


def spliced(text: str, changes: Iterable[tuple[int, int, str]], start: int = 0, end: int | None = None) -> str:
    """A text with other words in the place of some stretches.

    Args:
        changes: start and end of each stretch, and what stands there then; in order, none over another.
        start, end: of the part of the text that is wanted; by default all.
    """
    pieces, position = list[str](), start
    for begin, behind, new in changes:
        pieces += text[position:begin], new
        position = behind
    return "".join((*pieces, text[position:end]))
