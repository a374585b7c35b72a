"""Ladders of time: day, month, half of a year, year, half of a decade, decade."""

from __future__ import annotations

import re

from sanon.resolution.ladders.rungs import Climb, Rung, climb
from sanon.resolution.normal_forms import MONTH_NUMBER, normalize_date
from sanon.text.vocabulary import month_names

MONTH_NAMES = tuple(name for name, *_ in month_names("en"))
_OF_A_YEAR = r"(0[1-9]|1[0-2])"
_DAY = re.compile(rf"(\d\d)/{_OF_A_YEAR}/(\d{{4}})", re.ASCII)
_MONTH = re.compile(rf"{_OF_A_YEAR}/(\d{{4}})", re.ASCII)
_YEARLESS = re.compile(rf"(\d\d)/{_OF_A_YEAR}", re.ASCII)
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", re.ASCII)
_HALVES = ("first half of", "second half of")
_RUNG = re.compile(rf"(?:(?:{'|'.join((*MONTH_NAMES, *_HALVES))}) )?\d{{4}}|\d{{4}}–\d{{4}}|\d{{3}}0s", re.ASCII)
_WORD = re.compile(r"[^\W\d_]{3,}")
#: Days.
_YEAR_LONG = 365.25
_MONTH_LONG = _YEAR_LONG / 12


def date_ladder(value: str) -> Climb | None:
    """12/03/2019 -> March 2019 -> first half of 2019 -> 2019 -> 2015–2019 -> 2010s; 12/03 -> March.

    A period climbs to what holds all of it.
    """
    normal = normalize_date(value)
    if normal != value and normalize_date(value, day_first=False) != normal:
        # 10/3/23 is a day in March or in October.
        years = _DAY.fullmatch(normal)
        return climb(value, _from_year(years[3])) if years else None
    if match := _DAY.fullmatch(normal):
        return climb(normal, [_month(int(match[2]), match[3]), *_from_month(int(match[2]), match[3])], breadth=1.0)
    if match := _MONTH.fullmatch(normal):
        return climb(normal, _from_month(int(match[1]), match[2]), breadth=_MONTH_LONG)
    if match := _YEARLESS.fullmatch(normal):
        month = MONTH_NAMES[int(match[2]) - 1]
        return climb(normal, [Rung(month.casefold(), month)])
    if _YEAR.fullmatch(normal):
        return climb(normal, _from_year(normal)[1:], breadth=_YEAR_LONG)
    return _period(normal)


def in_a_sentence(start: str, text: str) -> str:
    """A coarser date in the words that fit where a finer one stood: on [a day in 2004], [a day in May], in [the 1990s].

    Args:
        start: what stood there, as the ladder begins.
        text: of the rung; what is no month, year or decade stays.
    """
    if not (_RUNG.fullmatch(text) or text in MONTH_NAMES):
        return text
    named = f"the {text}" if text.endswith("0s") or text.startswith(_HALVES) else text
    return f"a day in {named}" if _DAY.fullmatch(start) or _YEARLESS.fullmatch(start) else named


def _period(text: str) -> Climb | None:
    """The finest of these that all of a period lies in; it must name its year."""
    years = sorted(set(_YEAR.findall(text)))
    if not years or len({year[:3] for year in years}) > 1:
        return None
    if len(years) > 1:
        first, last = _from_year(years[0])[1:], _from_year(years[-1])[1:]
        return climb(text, [rung for rung in first if rung in last])
    months = {MONTH_NUMBER[word] for word in map(str.casefold, _WORD.findall(text)) if word in MONTH_NUMBER}
    if not months:
        return climb(text, _from_year(years[0]))
    first, last = _from_month(min(months), years[0]), _from_month(max(months), years[0])
    inside = [_month(min(months), years[0])] if len(months) == 1 else []
    return climb(text, [*inside, *(rung for rung in first if rung in last)])


def _from_month(month: int, year: str) -> list[Rung]:
    half = 1 if month <= 6 else 2
    return [Rung(f"{year}-h{half}", f"{_HALVES[half - 1]} {year}", breadth=_YEAR_LONG / 2), *_from_year(year)]


def _from_year(year: str) -> list[Rung]:
    first = int(year) - int(year) % 5
    five = Rung(f"{first}-{first + 4}", f"{first}–{first + 4}", breadth=5 * _YEAR_LONG)
    decade = Rung(f"{year[:3]}0s", f"{year[:3]}0s", breadth=10 * _YEAR_LONG)
    return [Rung(year, year, breadth=_YEAR_LONG), five, decade]


def _month(number: int, year: str) -> Rung:
    return Rung(f"{number:02}/{year}", f"{MONTH_NAMES[number - 1]} {year}", breadth=_MONTH_LONG)
