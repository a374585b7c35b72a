"""What stands in a text as a value stands there, and may mean something else.

A word in small letters that is a name only with a capital ("Pass mark 16 of 20" speaks of no Mark), and figures that
are a part of a longer number: of a time of day, an amount, a date ("09:30" speaks of no thirty).
"""

from __future__ import annotations

import re
from unicodedata import category

from sanon.text import lexicons
from sanon.text.searched import SearchedEntity

#: Figures of the longest value that a longer number may hold by chance; a year in a date is that year.
_LONGEST = 3
_FIGURES = re.compile(r"\d+")
_BEFORE, _BEHIND = re.compile(r"[\d:.,]*$"), re.compile(r"[\d:.,]*")
_NUMBER = re.compile(r"\d+(?:\.\d+)+|\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?")
#: Two cells of a row may look like these.
_WITH_COMMA = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d{3})*,\d+")
_FARTHEST = 24
_STOPS = ".!?\n\r"


def means_else(entity: SearchedEntity, text: str, start: int, end: int) -> bool:
    """Whether what stands there need not mean the entity, one of whose values it is."""
    value = text[start:end]
    if value.isdecimal():
        is_short = len(value) <= _LONGEST and entity.normal_form not in ("id", "phone")
        return is_short and _number_at(text, start, end) != (start, end)
    return (
        entity.normal_form == "name"
        and value.islower()
        and value.isalpha()
        and value in lexicons.common_words()
        and not any(value in spelling.split() for spelling in entity.original_values)
        and _has_capitals(text, start)
    )


def with_whole_numbers(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch with all of the numbers that it begins and ends in: "01:22" of "10:01:22" is that time."""
    first, last = _FIGURES.match(text, start), _FIGURES.match(text, end - 1)
    begin = _number_at(text, start, first.end())[0] if first else start
    after = _number_at(text, end - 1, last.end())[1] if last else end
    return min(begin, start), max(after, end)


def _number_at(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the number of several parts that holds figures begins and ends; these, if there is none."""
    first = _BEFORE.search(text, max(0, start - _FARTHEST), start).start()  # type: ignore[union-attr]
    after = _BEHIND.match(text, end, end + _FARTHEST).end()  # type: ignore[union-attr]
    number = text[first:after].lstrip(":.")
    begin, number = after - len(number), number.rstrip(":.,")
    whole = begin, begin + len(number)
    if _NUMBER.fullmatch(number):
        return whole
    # "34,51000" may be a row of two cells, "34,51000,Leeds" is one.
    if not _WITH_COMMA.fullmatch(number) or (text[after - 1] == "," and not text[after : after + 1].isspace()):
        return start, end
    line_end = text.find("\n", after)
    beside = text[text.rfind("\n", 0, first) + 1 : first] + text[after : line_end if line_end >= 0 else len(text)]
    return whole if beside.strip() else (start, end)


def _has_capitals(text: str, start: int) -> bool:
    """Whether the sentence that holds a word begins with a capital, or with what was replaced, so that it has them."""
    begin = max(text.rfind(stop, 0, start) for stop in _STOPS) + 1
    first = next((one for one in text[begin:start] if one.isalpha() or category(one) == "Co"), "")
    return first.isupper() or category(first or " ") == "Co"
