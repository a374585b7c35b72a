"""Where words begin and end, in folded text. Replacing and leak check share what a word is, not how they search."""

from __future__ import annotations

from functools import cache
from unicodedata import category

UNSEGMENTED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1100, 0x11FF),  # Hangul: particles follow a name without a blank
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x303A),  # Han radicals, ideographic marks
    (0x3040, 0x31FF),  # kana, Bopomofo, compatibility jamo
    (0x3400, 0x9FFF),  # Han
    (0xA9E0, 0xA9FF),  # Myanmar
    (0xAA60, 0xAA7F),
    (0xAC00, 0xD7FF),  # Hangul
    (0xF900, 0xFAFF),  # Han
    (0x1AFF0, 0x1B16F),  # kana
    (0x20000, 0x3FFFF),  # Han
)
"""Code points of scripts that write no blank between words."""


@cache
def joins(character: str) -> bool:
    """Whether a word goes on through this character: a letter, digit or mark of a script that separates words.

    The underscore does not, so that values in snake_case are found. Scripts written without blanks do not either.
    """
    kind = category(character)
    if kind[0] not in "LM" and kind not in ("Nd", "Nl"):
        return False
    return not any(first <= ord(character) <= last for first, last in UNSEGMENTED)


@cache
def continues(character: str) -> bool:
    """Whether a character belongs to the letter before it: a combining mark, or the rest of a Hangul syllable."""
    return category(character)[0] == "M" or "\u1160" <= character <= "\u11ff"


def separates(between: str) -> bool:
    """Whether characters that the search form leaves out part two words: a zero-width space or a control."""
    return any(one == "\u200b" or category(one) == "Cc" for one in between)
