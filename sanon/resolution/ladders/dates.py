"""Ladders of time: day, month, year, decade."""

from __future__ import annotations

import re

from sanon.resolution.ladders.rungs import Climb, Rung, climb
from sanon.resolution.normal_forms import MONTHS, normalize_date

_YEAR_ROUND = "January February March April May June July August September October November December"
MONTH_NAMES = _YEAR_ROUND.split()
_MONTH_NUMBER = {name.casefold(): number for name, number in MONTHS.items()}
_DAY = re.compile(r"(\d\d)/(\d\d)/(\d{4})", re.ASCII)
_MONTH = re.compile(r"(\d\d)/(\d{4})", re.ASCII)
_YEARLESS = re.compile(r"(\d\d)/(\d\d)", re.ASCII)
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)", re.ASCII)
_RUNG = re.compile(rf"(?:(?:{'|'.join(MONTH_NAMES)}) )?\d{{4}}|\d{{3}}0s", re.ASCII)
_WORD = re.compile(r"[^\W\d_]{3,}")


def date_ladder(value: str) -> Climb | None:
    """12/03/2019 -> March 2019 -> 2019 -> 2010s; 12/03 -> March; a period -> what holds all of it."""
    normal = normalize_date(value)
    if normal != value and normalize_date(value, day_first=False) != normal:
        # 10/3/23 is a day in March or in October.
        years = _DAY.fullmatch(normal)
        return climb(value, _from_year(years[3])) if years else None
    if match := _DAY.fullmatch(normal):
        return climb(normal, [_month(int(match[2]), match[3]), *_from_year(match[3])])
    if match := _MONTH.fullmatch(normal):
        return climb(normal, _from_year(match[2]))
    if match := _YEARLESS.fullmatch(normal):
        month = MONTH_NAMES[int(match[2]) - 1]
        return climb(normal, [Rung(month.casefold(), month)])
    if _YEAR.fullmatch(normal):
        return climb(normal, [_decade(normal)])
    return _period(normal)


def in_a_sentence(start: str, text: str) -> str:
    """A coarser date in the words that fit where a finer one stood: on [a day in 2004], [a day in May], in [the 1990s].

    Args:
        start: what stood there, as the ladder begins.
        text: of the rung; what is no month, year or decade stays.
    """
    if not (_RUNG.fullmatch(text) or text in MONTH_NAMES):
        return text
    named = f"the {text}" if text.endswith("0s") else text
    return f"a day in {named}" if _DAY.fullmatch(start) or _YEARLESS.fullmatch(start) else named


def _period(text: str) -> Climb | None:
    """The finest of month, year and decade that all of a period lies in; it must name its year."""
    years = sorted(set(_YEAR.findall(text)))
    if not years or len({year[:3] for year in years}) > 1:
        return None
    if len(years) > 1:
        return climb(text, [_decade(years[0])])
    months = {_MONTH_NUMBER[word] for word in map(str.casefold, _WORD.findall(text)) if word in _MONTH_NUMBER}
    inside = [_month(months.pop(), years[0])] if len(months) == 1 else []
    return climb(text, [*inside, *_from_year(years[0])])


def _from_year(year: str) -> list[Rung]:
    return [Rung(year, year), _decade(year)]


def _month(number: int, year: str) -> Rung:
    return Rung(f"{number:02}/{year}", f"{MONTH_NAMES[number - 1]} {year}")


def _decade(year: str) -> Rung:
    return Rung(f"{year[:3]}0s", f"{year[:3]}0s")
