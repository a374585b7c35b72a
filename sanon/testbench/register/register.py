"""A register of 100,000 people with all their attributes: how many fit what a text tells is counted, not guessed.

Every attribute is drawn from a stated share (`data/shares.toml` and the tables beside it), one seed one register. What
is local, as a town or an employer, nobody outside the register has; of what is not, as an age or a disease, the same
share of the world has it. Relevance, as sAnon counts it, follows: the value is true of about 10^(−9.9·r) of the world's
adults.
"""

from __future__ import annotations

import math
import re
from calendar import month_name, monthrange
from collections.abc import Callable, Iterable
from datetime import date
from functools import cached_property
from hashlib import sha256

import numpy as np

from sanon.risk.incidence import Booleans, Integers
from sanon.risk.people import DIGITS
from sanon.testbench.register.drawing import drawn_columns
from sanon.testbench.register.places import Places
from sanon.testbench.register.tables import illnesses, occupations, shares

#: What nobody outside the register has: true of as many people in the world as in the register.
LOCAL = frozenset(("town", "county", "insurer", "hospital", "clinic", "employer", "event", "unique"))
#: What one person alone has, whoever looks.
IDENTITY = frozenset(("name", "address", "phone", "email"))


class Register:
    """The people of a seed.

    Attributes:
        places: counties, towns, hospitals, clinics and employers.
        unique: what is told of somebody and nobody else.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.people = int(shares()["people"])
        self.places = Places(seed)
        self.columns, self.accidents, self.unique, self.treatments = drawn_columns(seed, self.people, self.places)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all attributes."""
        digest = sha256()
        for name in sorted(self.columns):
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(self.columns[name], dtype="<i8").tobytes())
        return digest.hexdigest()

    def of(self, number: int, attribute: str) -> int:
        """Code of an attribute of a person; -1 if there is none."""
        return int(self.columns[attribute][number])

    def same(self, number: int, attribute: str) -> Booleans:
        """Who has the same value of an attribute as a person; (people,).

        Args:
            attribute: a column, "age" (on the day when the person was admitted), "single parent", or of `IDENTITY`.
        """
        columns = self.columns
        if attribute in IDENTITY:
            alone = np.zeros(self.people, dtype=np.bool_)
            alone[number] = True
            return alone
        if attribute == "age":
            age = age_on(*(date.fromordinal(self.of(number, day)) for day in ("birthdate", "admission")))
            return self.aged(number, age, age)
        if attribute in ("condition", "comorbidity"):
            code = self.of(number, attribute)
            return np.asarray((columns["condition"] == code) | (columns["comorbidity"] == code))
        if attribute == "single parent":
            alone = columns["marital"] != shares_of("marital").index("married")
            return np.asarray(alone & (columns["children"] == self.of(number, "children")))
        return np.asarray(columns[attribute] == self.of(number, attribute))

    def aged(self, number: int, youngest: int, oldest: int) -> Booleans:
        """Who had completed so many years, both ends included, on the day when a person was admitted; (people,)."""
        day, born = date.fromordinal(self.of(number, "admission")), self.columns["birthdate"]
        last, first = (_years_before(day, years).toordinal() for years in (youngest, oldest + 1))
        return np.asarray((first < born) & (born <= last))

    def where(self, attribute: str, holds: Callable[[Integers], Booleans]) -> Booleans:
        """Those whose code of an attribute, if they have one, fulfils a condition; (people,)."""
        codes = self.columns[attribute]
        return np.asarray(holds(codes) & (codes >= 0))

    def fitting(self, who: Iterable[Booleans]) -> int:
        """How many people all of these are true of."""
        mask = np.ones(self.people, dtype=np.bool_)
        for one in who:
            mask &= one
        return int(mask.sum())

    def relevance(self, number: int, attribute: str) -> float:
        """R such that the value is true of about 10^(−9.9·r) of the world's adults, in [0, 1]."""
        return min(max(-math.log10(self._world_share(number, attribute)) / DIGITS, 0.0), 1.0)

    def _world_share(self, number: int, attribute: str) -> float:
        adults = float(shares()["world"]["adults"])
        days: dict[str, float] = {key: value for key, value in shares()["days"].items() if key != "source"}
        if attribute in days:
            return days[attribute]
        if attribute in IDENTITY:
            return 1 / adults
        local = 1 / adults if attribute in LOCAL else 1 / self.people
        share = float(self.same(number, attribute).sum()) * local
        if attribute == "condition" and (stated := illnesses()[self.of(number, attribute)].share):
            return stated
        if attribute == "occupation":
            return occupations()[self.of(number, attribute)].share
        return share


def shares_of(attribute: str) -> list[str]:
    """The values of an attribute that a table of shares lists, by code."""
    return [key for key in shares()[attribute] if key != "source"]


def age_on(born: date, day: date) -> int:
    """Completed years of somebody on a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def _years_before(day: date, years: int) -> date:
    """The last date of birth of those who have completed so many years on a day."""
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # 29 February
        return day.replace(year=day.year - years, day=28)


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
