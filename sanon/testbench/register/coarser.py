"""Coarser values, as they stand in protected texts: who of the register they are true of."""

from __future__ import annotations

import re
from calendar import month_name, monthrange
from datetime import date

from sanon.testbench.register.register import Booleans, Register

_MONTHS = [month.casefold() for month in month_name[1:]]
_MONTH_YEAR = re.compile(rf"\b({'|'.join(_MONTHS)}) (\d{{4}})\b")
_DECADE = re.compile(r"\b(\d{3})0s\b")
_YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)\b")
_BAND = re.compile(r"\b(\d{1,3}) (?:to )?(\d{1,3})\b")
_DAYS = frozenset(("birthdate", "onset", "admission", "filed"))


def fitting_coarser(register: Register, number: int, attribute: str, words: str) -> Booleans | None:
    """Who has a value that a coarser one covers, if it covers that of a person; None if it says nothing of it.

    Args:
        attribute: whose value it stands for.
        words: in its place, folded, parted by blanks; such as "march 1961", "1960s", "40 49", or the name of a county.
    """
    if attribute in _DAYS and (days := _days(words)):
        first, last = (day.toordinal() for day in days)
        if first <= register.of(number, attribute) <= last:
            return register.where(attribute, lambda codes: (codes >= first) & (codes <= last))
    if attribute == "age" and (band := _BAND.search(words)):
        low, high = int(band[1]), int(band[2])
        covered = register.aged(number, low, high)
        if covered[number]:
            return covered
    if attribute == "town":
        county = register.places.counties[register.of(number, "county")]
        if f" {county.casefold()} " in f" {words} ":
            return register.same(number, "county")
    return None


def _days(words: str) -> tuple[date, date] | None:
    """First and last day of a month, year or decade."""
    if found := _MONTH_YEAR.search(words):
        month, year = _MONTHS.index(found[1]) + 1, int(found[2])
        return date(year, month, 1), date(year, month, monthrange(year, month)[1])
    if found := _DECADE.search(words):
        return date(int(found[1] + "0"), 1, 1), date(int(found[1] + "9"), 12, 31)
    if found := _YEAR.search(words):
        return date(int(found[1]), 1, 1), date(int(found[1]), 12, 31)
    return None
