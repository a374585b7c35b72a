"""The world of a seed: somebody of its register, and all that could be told of a life with an illness or injury."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

import numpy as np

from sanon.replacement.surrogates.wordlists import names
from sanon.resolution.normal_forms import normalize
from sanon.risk.incidence import Booleans
from sanon.testbench.grammar.facts import KINDS, Wording, dates, wording
from sanon.testbench.grammar.lexicon import table
from sanon.testbench.register.register import Register, age_on, shares_of
from sanon.testbench.register.tables import Illness, illnesses, occupations, patterns, shares
from sanon.testbench.truth import Fact

_ALONE = ("no child", "a child", "two children", "three children", "four children", "five children")
_DOCUMENTS = 6


@dataclass(frozen=True)
class Life:
    """Somebody of the register: all that could be said, and the public surroundings.

    Attributes:
        illness: that it is about.
        facts: kind -> what is true of the person.
        setting: insurer, county, month: what is public.
        days: on which the documents of the cluster were written, in their order; all after the claim but early ones.
    """

    world: World
    number: int
    illness: Illness
    female: bool
    facts: dict[str, Wording]
    setting: dict[str, Wording]
    days: tuple[date, ...]
    _masks: dict[str, Booleans] = field(default_factory=dict)

    def fits(self, kinds: Collection[str]) -> int:
        """How many people of the register share all these facts of the person."""
        return self.world.register.fitting(self._mask(attribute) for attribute in self.attributes(kinds))

    def attributes(self, kinds: Collection[str]) -> list[str]:
        """Attributes of the register that facts or the setting tell."""
        everything = self.facts | self.setting
        return [attribute for kind in sorted(kinds) if (attribute := everything[kind].fact.attribute)]

    def _mask(self, attribute: str) -> Booleans:
        if attribute not in self._masks:
            self._masks[attribute] = self.world.register.same(self.number, attribute)
        return self._masks[attribute]


class World:
    """The register of a seed, and what its people can be told to be."""

    def __init__(self, seed: int) -> None:
        self.register = Register(seed)
        columns = self.register.columns
        grown = date(shares()["cases"]["first_day"].year - 19, 1, 1).toordinal()
        #: Those who were treated for something, as adults.
        self.treated = np.flatnonzero((columns["condition"] >= 0) & (columns["birthdate"] < grown))

    def life(self, number: int) -> Life:
        """What can be told of somebody who was treated for something."""
        rng = Random(f"life {self.register.seed} {number}")  # noqa: S311 - one person, one life
        register, places = self.register, self.register.places
        illness = illnesses()[register.of(number, "condition")]
        born, onset, admission, filed = (
            date.fromordinal(register.of(number, name)) for name in ("birthdate", "onset", "admission", "filed")
        )
        town = places.towns[register.of(number, "town")]
        insurer = shares_of("insurer")[register.of(number, "insurer")]
        female = bool(register.of(number, "female"))
        facts = self._numbers(number, insurer, town, female, filed, rng)
        condition = {"*name": illness.name} | ({"*other": illness.other} if illness.other else {})
        texts: dict[str, Mapping[str, str]] = {
            "birthdate": dates(born),
            "age": {"": str(age_on(born, admission))},
            "town": {"": town},
            "condition": condition,
            "drug": {"": register.treatments[register.of(number, "drug")]},
            "procedure": {"": register.treatments[register.of(number, "procedure")]},
            "hospital": {"": places.hospitals[register.of(number, "hospital")]},
            "clinic": {"": places.clinics[register.of(number, "clinic")]},
            "event_date": dates(onset),
            "admission": dates(admission),
            "claim_date": dates(filed),
        }
        if (also := register.of(number, "comorbidity")) >= 0:
            texts["comorbidity"] = {"": illnesses()[also].name}
        if (event := register.of(number, "event")) >= 0:
            texts["event"] = {"": register.accidents[event].name}
        if (alone := register.of(number, "unique")) >= 0:
            texts["unique"] = {"": register.unique[alone]}
        facts |= {key: self._wording(number, key, spellings) for key, spellings in texts.items()}
        facts |= self._work(number, admission)
        demographic, attribute = self._demographic(number, rng)
        facts["demographic"] = self._wording(number, "demographic", {"": demographic}, attribute)
        facts |= _details(rng, (filed - admission).days)
        address = facts["address"]
        facts["address"] = Wording(address.fact, address.spellings, ("town",))
        return Life(
            self, number, illness, female, facts, self._setting(number, insurer, filed), _days(admission, filed, rng)
        )

    def like(self, number: int, attribute: str, rng: Random) -> int | None:
        """Somebody else who was treated and has the same value of an attribute; None if nobody has."""
        same = self.register.same(number, attribute)
        some = self.treated[same[self.treated]]
        others = some[some != number]
        return int(rng.choice(others.tolist())) if len(others) else None

    def _wording(self, number: int, key: str, spellings: Mapping[str, str], attribute: str | None = None) -> Wording:
        attribute = attribute or KINDS[key].attribute
        relevance = self.register.relevance(number, attribute) if attribute else 1.0
        return wording(key, spellings, relevance=round(relevance, 3), attribute=attribute)

    def _numbers(
        self, number: int, insurer: str, town: str, female: bool, filed: date, rng: Random
    ) -> dict[str, Wording]:
        """Name, address, and numbers that only this person has."""
        lists, register = patterns(), self.register
        locale = list(shares()["names"]["locales"])[register.of(number, "locale")]
        sex = "female" if female else "male"
        given = names()[locale, sex][register.of(number, f"given {sex}")]
        family = names()[locale, "family"][register.of(number, "family")]
        house, way = divmod(register.of(number, "house"), 128)
        kinds, stems = lists["street_kinds"], lists["streets"]
        street = f"{house + 1} {stems[way % len(stems)]} {kinds[way // len(stems) % len(kinds)]}"
        initials = "".join(word[0] for word in insurer.replace("&", "").split())[:3].upper().ljust(3, "X")
        member = f"{initials} {1000 + number // 10_000:04} {number % 10_000:04}"
        exchange, line = rng.choice(["207", "413", "518", "603", "802", "914"]), f"555-01{number % 100:02}"
        mail = f"{given[0]}.{family}".lower().replace(" ", "").replace("'", "")
        title = "Ms" if female else "Mr"
        texts = {
            "name": {"": f"{given} {family}", "file": f"{family.upper()}, {given}", "title": f"{title} {family}"},
            "member": {"*spaced": member, "*compact": member.replace(" ", "")},
            "address": {"": f"{street}, {town}"},
            "phone": {
                "*round": f"({exchange}) {line}",
                "*dashes": f"{exchange}-{line}",
                "*world": f"+1 {exchange} {line}",
            },
            "email": {"": f"{mail}{number % 1000}@{rng.choice(lists['mail_hosts'])}"},
            "claim": {"": f"{rng.choice(['CLM', 'C', 'REF', 'K'])}-{filed:%y}-{number:06}"},
            "policy": {"": f"{initials}/{100_000 + (number * 7919) % 900_000}"},
        }
        return {key: self._wording(number, key, spellings) for key, spellings in texts.items()}

    def _work(self, number: int, on: date) -> dict[str, Wording]:
        """What the person does; of retired people what they did."""
        register, found = self.register, dict[str, Wording]()
        age = age_on(date.fromordinal(register.of(number, "birthdate")), on)
        retired = age >= shares()["employment"]["retired_from"]
        if (code := register.of(number, "occupation")) >= 0:
            name = occupations()[code].name
            found["occupation"] = self._wording(number, "occupation", {"": f"retired {name}" if retired else name})
        if (employer := register.of(number, "employer")) >= 0 and not retired:
            found["employer"] = self._wording(number, "employer", {"": register.places.employers[employer].name})
        return found

    def _demographic(self, number: int, rng: Random) -> tuple[str, str]:
        """What is told of family or origin, and the attribute that it is; what few have comes first."""
        register = self.register
        for attribute in ("faith", "language", "origin"):
            if (code := register.of(number, attribute)) >= 0 and rng.random() < 0.7:
                return shares_of(attribute)[code], attribute
        children, marital = register.of(number, "children"), shares_of("marital")[register.of(number, "marital")]
        if children > 0 and marital != "married":
            return f"bringing up {_ALONE[children]} alone", "single parent"
        return marital, "marital"

    def _setting(self, number: int, insurer: str, filed: date) -> dict[str, Wording]:
        register = self.register
        county = register.places.counties[register.of(number, "county")]

        def public(key: str, value: str, attribute: str | None) -> Wording:
            relevance = round(register.relevance(number, attribute), 3) if attribute else 0.0
            return Wording(Fact(key, value, normalize(value, "text"), None, relevance, False, attribute), {"": value})

        return {
            "insurer": public("insurer", insurer, "insurer"),
            "area": public("area", county, "county"),
            "month": public("month", f"{filed:%B %Y}", None),
        }


def _details(rng: Random, days: int) -> dict[str, Wording]:
    """What identifies nobody."""
    amount = f"{rng.randint(180, 48_000):,}.{rng.randint(0, 99):02}"
    texts = {
        "amount": {"*dollar": f"${amount}", "*code": f"USD {amount}"},
        "stay": {"": str(rng.randint(2, max(days - 1, 2)))},
        "reason": {"": rng.choice(table("details")["reasons"])},
        "request": {"": rng.choice(table("details")["requests"])},
        "wait": {"": str(rng.randint(2, 39))},
    }
    return {key: wording(key, spellings) for key, spellings in texts.items()}


def _days(admission: date, filed: date, rng: Random) -> tuple[date, ...]:
    """Days of documents: the first is the earliest that early ones may have, the others come after the claim."""
    found = [admission + timedelta(1), filed + timedelta(2)]
    while len(found) < _DOCUMENTS + 1:
        found.append(found[-1] + timedelta(rng.randint(2, 40)))
    return tuple(found)


def full_name(rng: Random) -> str:
    """Somebody who writes."""
    locales = shares()["names"]["locales"]
    locale = rng.choices(list(locales), list(locales.values()))[0]
    return f"{rng.choice(names()[locale, rng.choice(['female', 'male'])])} {rng.choice(names()[locale, 'family'])}"
