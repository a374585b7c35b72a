"""Days and years in words, English and German: "the fourteenth of November nineteen forty-seven". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from sanon.text.vocabulary import by_language

_UNITS, _EINER = by_language("numbers")["en"], by_language("numbers")["de"]
#: By the first figure of a number from twenty on.
_TENS, _ZEHNER = ("", "", *by_language("tens")["en"]), ("", "", *by_language("tens")["de"])
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}
_ORDINALS |= {"twelve": "twelfth", "twenty": "twentieth", "thirty": "thirtieth"}
_ERSTER = {"eins": "erste", "drei": "dritte", "sieben": "siebte", "acht": "achte"}
_BETWEEN = re.compile(r"[\s,-]+|\band\b|(?<=[a-z])und(?=[a-zäöüß])")
_FIRST_YEAR, _LAST_YEAR = 1880, 2050
#: Words of the longest day and year.
LONGEST_DAY, LONGEST_YEAR = 2, 7


def day_in_words(text: str) -> int | None:
    """The day of a month that a text is in words, or None."""
    return _days().get(_joined(text))


def year_in_words(text: str) -> int | None:
    """The year that a text is in words, or None."""
    return _years().get(_joined(text))


def _joined(text: str) -> str:
    return _BETWEEN.sub("", text.casefold())


@cache
def _days() -> dict[str, int]:
    found: dict[str, int] = {}
    for day in range(1, 32):
        for word in (*_english(day), *_english_ordinal(day), *_german_ordinal(day)):
            found[_joined(word)] = day
    return found


@cache
def _years() -> dict[str, int]:
    found: dict[str, int] = {}
    for year in range(_FIRST_YEAR, _LAST_YEAR + 1):
        century, rest = divmod(year, 100)
        for last in _english(rest) if rest else ("",):
            found[_joined(f"{_UNITS[century] if century < 20 else 'twenty'} hundred {last}")] = year
            if rest:
                zero = "oh " if rest < 10 else ""
                found[_joined(f"{_UNITS[century] if century < 20 else 'twenty'} {zero}{last}")] = year
            if year >= 2000:
                found[_joined(f"two thousand {last}")] = year
            else:
                found[_joined(f"one thousand {_UNITS[century - 10]} hundred {last}")] = year
        last = _german(rest) if rest else ""
        found[_joined(f"zweitausend{last}" if year >= 2000 else f"{_EINER[century]}hundert{last}")] = year
    return found


def _english(number: int) -> Iterator[str]:
    if number < 20:
        yield _UNITS[number]
    else:
        tens, unit = divmod(number, 10)
        yield f"{_TENS[tens]} {_UNITS[unit]}" if unit else _TENS[tens]


def _english_ordinal(number: int) -> Iterator[str]:
    for cardinal in _english(number):
        before, _, last = cardinal.rpartition(" ")
        yield f"{before} {_ORDINALS.get(last, last + 'th')}"


def _german(number: int) -> str:
    if number < 20:
        return _EINER[number]
    tens, unit = divmod(number, 10)
    return (f"{'ein' if unit == 1 else _EINER[unit]}und" if unit else "") + _ZEHNER[tens]


def _german_ordinal(number: int) -> Iterator[str]:
    plain = _german(number)
    stem = _ERSTER.get(plain, plain + ("te" if number < 20 else "ste"))
    yield from (stem + end for end in ("", "n", "r", "s", "m"))
