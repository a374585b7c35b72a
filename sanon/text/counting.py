"""Numbers in messages: one place for their grammar."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str | None = None, *, verb: tuple[str, str] | None = None) -> str:
    """1 document, 2 documents.

    Args:
        noun, plural: for one and for more; with an s if no plural is given.
        verb: for one and for more: ("stands", "stand").
    """
    said = f"{number:,} {noun if number == 1 else plural or noun + 's'}"
    return f"{said} {verb[number != 1]}" if verb else said


def about(number: float) -> str:
    """1,234,567, 12, 3.2, 0.04, or 0: an estimate."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}" if number >= 0.01 else "0"
