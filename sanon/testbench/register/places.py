"""Counties, towns, providers and employers of the world, all named by rules from the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sanon.testbench.register.tables import patterns, shares

HOSPITALS, CLINICS = 4, 5
_ATTEMPTS = 20


@dataclass(frozen=True)
class Employer:
    """Somebody whom people work for."""

    name: str
    sector: str
    county: int


class Places:
    """What is where.

    Attributes:
        towns: names, those of a county one after the other.
        hospitals, clinics: names, likewise.
    """

    def __init__(self, seed: int) -> None:
        rng = Random(f"places {seed}")  # noqa: S311 - the same seed, the same world
        self._rng, self._lists = rng, patterns()
        settings = shares()["places"]
        self.towns_of_a_county = int(settings["towns"])
        self.counties = self._different(int(settings["counties"]), self._county)
        self.towns = self._different(len(self.counties) * self.towns_of_a_county, self._town)
        self.hospitals: list[str] = []
        self.clinics: list[str] = []
        self.employers: list[Employer] = []
        for number, county in enumerate(self.counties):
            own = self.towns[number * self.towns_of_a_county :][: self.towns_of_a_county]
            for town in own[:HOSPITALS]:
                self._add(self.hospitals, "hospital_kinds", town)
            for town in own[:CLINICS]:
                self._add(self.clinics, "clinic_kinds", town)
            for sector, kinds in self._lists["employers"].items():
                for kind in kinds:
                    self.employers.append(Employer(self._employer(kind, county, rng.choice(own)), sector, number))

    def _different(self, number: int, make: Callable[[], str]) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < number:
            found[make()] = None
        return list(found)

    def _county(self) -> str:
        rng, lists = self._rng, self._lists
        return str(rng.choice(lists["town_stem"]) + rng.choice(["", "en", "ing"]) + rng.choice(lists["county_end"]))

    def _town(self) -> str:
        rng, lists = self._rng, self._lists
        first, stem, end = (rng.choice(lists[f"town_{part}"]) for part in ("first", "stem", "end"))
        return f"{first} {stem}{end}".strip()

    def _add(self, to: list[str], kind: str, town: str) -> None:
        name = ""
        while not name or name in to:
            name = self._filled(self._rng.choice(self._lists[kind]), town)
        to.append(name)

    def _employer(self, kind: str, county: str, town: str) -> str:
        taken = {one.name for one in self.employers}
        for _ in range(_ATTEMPTS):
            stems = self._rng.sample(self._lists["town_stem"], 2)
            name = self._filled(kind, town, county=county, stem=stems[0] + "er", stem2=stems[1] + "well")
            if name not in taken:
                return name
        return f"{name} of {town}"

    def _filled(self, pattern: str, town: str, **more: str) -> str:
        rng, lists = self._rng, self._lists
        return pattern.format(
            town=town,
            saint=rng.choice(lists["saints"]),
            tree=rng.choice(lists["trees"]),
            hill=rng.choice(lists["hills"]),
            **more,
        )
