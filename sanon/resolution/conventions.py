"""How a document writes: whether day or month comes first, and whose phone numbers those without a country are.

Pure. A document shows its order by a date that can be read in one way only ("04/23/2019"), or lets it be told from
addresses, phone numbers, and dates in words. One that does neither, or both, has none.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sanon.packaged import table
from sanon.resolution.normal_forms import normalize_date
from sanon.settings.input import DateOrder

_NUMERIC = re.compile(r"(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/-])")
_TEMPLATE_DAY = re.compile(r"\b(?:DD[./-]MM|dd[./-]mm|TT\.MM)")
_TEMPLATE_MONTH = re.compile(r"\b(?:MM[/-]DD|mm[/-]dd)")
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_COUNTRIES = {country: re.compile("|".join(some)) for country, some in table(__package__, "countries").items()}
#: Countries that a document may tell of.
REGIONS = tuple(_COUNTRIES)
# "28 October 2023" is written where 28/10/2023 is; "October 28, 2023" where 10/28/2023 is.
_DAY_IN_WORDS = re.compile(
    rf"(?<![\w/.])\d{{1,2}}(?:st|nd|rd|th)? {_MONTH},? \d{{4}}|(?<![\d/.])\d{{1,2}}\.\d{{1,2}}\.\d{{4}}"
)
_MONTH_IN_WORDS = re.compile(rf"\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?, \d{{4}}")
_DAY_FIRST, _MONTH_FIRST = True, False


class Conventions(NamedTuple):
    """How dates and phone numbers of a document are read.

    Attributes:
        day_first: True or False; None if the document does not tell.
        region: ISO code of the country that the document tells of, if it is one: US, GB or DE.
    """

    day_first: bool | None
    region: str | None


def conventions_of(text: str, date_order: DateOrder = "auto") -> Conventions:
    """What a text tells of its conventions; the setting beats it."""
    countries = [country for country, pattern in _COUNTRIES.items() if pattern.search(text)]
    region = countries[0] if len(countries) == 1 else None
    if date_order != "auto":
        return Conventions(date_order == "day-first", region)
    shown = _shown(text)
    if not shown:
        shown = {country != "US" for country in countries}
        shown |= {_DAY_FIRST} if _DAY_IN_WORDS.search(text) else set()
        shown |= {_MONTH_FIRST} if _MONTH_IN_WORDS.search(text) else set()
    return Conventions(shown.pop() if len(shown) == 1 else None, region)


def _shown(text: str) -> set[bool]:
    """The orders of the dates that can be read in one way only, and of templates such as MM/DD/YYYY."""
    shown = set()
    for match in _NUMERIC.finditer(text):
        first, second = int(match[1]), int(match[3])
        if 12 < first <= 31 and 1 <= second <= 12:
            shown.add(_DAY_FIRST)
        if 12 < second <= 31 and 1 <= first <= 12:
            shown.add(_MONTH_FIRST)
    if _TEMPLATE_DAY.search(text):
        shown.add(_DAY_FIRST)
    if _TEMPLATE_MONTH.search(text):
        shown.add(_MONTH_FIRST)
    return shown


def is_day_first(text: str) -> bool:
    """The order to read a single date in, where only one reading is wanted: day first, if nothing speaks against it."""
    return conventions_of(text).day_first is not _MONTH_FIRST


def readings(value: str, conventions: Conventions) -> tuple[str, ...]:
    """The normal forms that a date may have: both orders of day and month where nothing tells which."""
    orders = (True, False) if conventions.day_first is None else (conventions.day_first,)
    return tuple(dict.fromkeys(normalize_date(value, day_first=order) for order in orders))
