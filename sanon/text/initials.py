"""Initials that stand for a person ("PN", "mf"), and where they stand apart from the words of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.text import lexicons
from sanon.text.frequencies import frequencies, is_everyday

#: From this zipf value on two letters are a word or an abbreviation that everybody uses ("hr", "am", "UK").
_EVERYDAY = 4.2
_INITIALS = re.compile(r"[^\W\d_]{2,3}|[^\W\d_]\.[ -]?[^\W\d_]\.")
#: What shows at the end of a line that the letters there belong to no sentence.
_PARTED = r"[.,;–—!?)-][ \t]|[ \t]{3}|;|^|[–—/][ \t]?|\b(?:p\.\s?[op]\.|i\.\s?[AV]\.) "
_ENDING = re.compile(rf"(?:{_PARTED}|\()(?P<initials>[^\W\d_]{{2,3}})[./\])]?[ \t]*$", re.MULTILINE)
#: In a cell, in brackets, between strokes, before a colon, or the last word above a blank line.
_APART = re.compile(
    rf"(?:{_PARTED}|[|(\[/+][ \t]?|[.!?»”\"’][ \t])"
    r"(?P<apart>[^\W\d_]{2,3})(?=[./\])]?[ \t]*$|[ \t]?[:;|)\]/]|[ \t]{3})"
    r"|(?<=[ \t])(?P<last>[^\W\d_]{2,3})(?=\.?[ \t]*(?:\n[ \t]*\n|\s*\Z))",
    re.MULTILINE,
)

_CAPITALS = re.compile(r"(?<![\w./-])[A-ZÄÖÜ]{2,3}(?![\w/-]|\.\w)(?=[^\n]*[a-zäöü]{3})")


def is_initials(value: str, text: str) -> bool:
    """Whether a value is two or three letters that are no everyday word, in English and the language of the text."""
    if not _INITIALS.fullmatch(value) or not (value.isupper() or value.islower() or len(value) == 2):
        return False
    return (
        not is_abbreviation(value)
        and frequencies("en").zipf(value.casefold()) < _EVERYDAY
        and not is_everyday(value, text)
    )


def are_capitals(value: str) -> bool:
    """Whether a value is two or three capital letters and no abbreviation that everybody uses.

    For places where only initials stand: a word of everyday language in small letters may be anybody's initials there.
    """
    return bool(_INITIALS.fullmatch(value)) and value.isupper() and not is_abbreviation(value)


def is_abbreviation(value: str) -> bool:
    """Whether a value is in capitals and an abbreviation that everybody uses ("SYS", "MRI")."""
    return value.isupper() and value.casefold() in lexicons.words("abbreviations")


def initials_at_line_ends(text: str) -> Iterator[tuple[int, int]]:
    """Where letters that may be initials end a line, parted from the sentence before them."""
    for match in _ENDING.finditer(text):
        if is_initials(match["initials"], text) or are_capitals(match["initials"]):
            yield match.span("initials")


def initials_apart(text: str) -> Iterator[tuple[int, int]]:
    """Where letters that may be initials stand apart from sentences: as those of a known person would."""
    for match in _APART.finditer(text):
        group = "apart" if match["apart"] else "last"
        if is_initials(match[group], text) or are_capitals(match[group]):
            yield match.span(group)


def capitals(text: str) -> Iterator[tuple[int, int]]:
    """Where two or three capital letters stand among words in small letters: "NH counts in his head"."""
    for match in _CAPITALS.finditer(text):
        if are_capitals(match[0]) and is_initials(match[0], text):
            yield match.span()
