"""The attributes of everybody in the register, drawn from the shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from random import Random
from typing import Any, NamedTuple

import numpy as np

from sanon.replacement.surrogates.wordlists import names
from sanon.risk.incidence import Floats, Integers
from sanon.testbench.patterns import drawn
from sanon.testbench.register.places import CLINICS, HOSPITALS, Places
from sanon.testbench.register.tables import illnesses, occupations, patterns, shares

#: Attribute -> code of everybody, -1 for who has none; days are ordinals.
Columns = dict[str, Integers]
_NONE = -1
_STREETS, _NUMBERS = 128, 190


class Accident(NamedTuple):
    """Something that hurt several people at once; the day is an ordinal."""

    name: str
    kind: str
    county: int
    day: int


def drawn_columns(seed: int, people: int, places: Places) -> tuple[Columns, list[Accident], list[str], list[str]]:
    """Draw everybody; with the accidents, what is told of one person alone, and names of treatments, by their codes.

    Args:
        seed: the same seed, the same people.
        places: where they live, work and are treated.
    """
    rng = np.random.default_rng([seed & 0xFFFF_FFFF, seed >> 32 & 0xFFFF_FFFF])
    columns: Columns = {}
    _persons(columns, people, places, rng)
    _work(columns, people, places, rng)
    accidents = _accidents(seed, places, rng)
    treatments = _cases(columns, people, places, accidents, rng)
    unique = _unique(seed)
    columns["unique"] = np.full(people, _NONE)
    columns["unique"][rng.choice(people, len(unique), replace=False)] = np.arange(len(unique))
    return columns, accidents, unique, treatments


def zipf(count: int, exponent: float = 1.0) -> Floats:
    """Shares of so many things in size by Zipf's law."""
    weights = 1.0 / np.arange(1, count + 1) ** exponent
    return np.asarray(weights / weights.sum())


def _shared(table: Mapping[str, Any], people: int, rng: np.random.Generator) -> Integers:
    """Codes by the shares of a table; -1 for the rest."""
    chances = [float(share) for key, share in table.items() if key != "source"]
    return _coded(chances, people, rng)


def _coded(chances: Sequence[float], people: int, rng: np.random.Generator) -> Integers:
    edges = np.cumsum(chances)
    codes = np.searchsorted(edges, rng.random(people) * max(1.0, float(edges[-1])), side="right")
    return np.where(codes < len(edges), codes, _NONE).astype(np.int64)


def _persons(columns: Columns, people: int, places: Places, rng: np.random.Generator) -> None:
    table = shares()
    columns["female"] = (rng.random(people) < table["sex"]["female"]).astype(np.int64)
    bands = table["age"]["bands"]
    band = rng.choice(len(bands), people, p=np.array([one[2] for one in bands]) / sum(one[2] for one in bands))
    low, high = (np.array([one[side] for one in bands])[band] for side in (0, 1))
    as_of = date(table["age"]["as_of"], 1, 1).toordinal()
    columns["birthdate"] = as_of - (rng.uniform(low, high + 1) * 365.2425).astype(np.int64)
    lists, locales = names(), table["names"]["locales"]
    chosen = rng.choice(len(locales), people, p=np.array(list(locales.values())) / sum(locales.values()))
    for kind in ("female", "male", "family"):
        sizes = np.array([len(lists[locale, kind]) for locale in locales])[chosen]
        columns[kind if kind == "family" else f"given {kind}"] = (sizes ** rng.random(people)).astype(np.int64) - 1
    columns["locale"] = chosen.astype(np.int64)
    settings = table["places"]
    county = rng.choice(len(places.counties), people, p=zipf(len(places.counties), settings["exponent"]))
    inside = rng.choice(places.towns_of_a_county, people, p=zipf(places.towns_of_a_county, settings["exponent"]))
    columns["county"], columns["town"] = county, county * places.towns_of_a_county + inside
    columns["house"] = rng.integers(0, _STREETS * _NUMBERS, people)
    for attribute in ("marital", "children", "origin", "language", "faith", "insurer"):
        columns[attribute] = _shared(table[attribute], people, rng)


def _work(columns: Columns, people: int, places: Places, rng: np.random.Generator) -> None:
    table = occupations()
    columns["occupation"] = _coded([one.share for one in table], people, rng)
    sectors = sorted({one.sector for one in table})
    sector = np.array([*(sectors.index(one.sector) for one in table), _NONE])[columns["occupation"]]
    columns["employer"] = np.full(people, _NONE)
    settings = shares()["employment"]
    working = (rng.random(people) < settings["employed"]) & (columns["occupation"] >= 0)
    for county in range(len(places.counties)):
        for number, name in enumerate(sectors):
            there = np.flatnonzero(working & (columns["county"] == county) & (sector == number))
            able = [n for n, one in enumerate(places.employers) if one.county == county and one.sector == name]
            columns["employer"][there] = rng.choice(able, len(there), p=zipf(len(able)))


def _accidents(seed: int, places: Places, rng: np.random.Generator) -> list[Accident]:
    settings, kinds = shares()["cases"], patterns()["accidents"]
    words = Random(f"accidents {seed}")  # noqa: S311 - the same seed, the same world
    first = settings["first_day"].toordinal()
    found: dict[str, Accident] = {}
    for _ in range(20 * settings["accidents"]):
        kind = words.choice(sorted(kinds))
        name = drawn(words.choice(kinds[kind]), words)
        county = int(rng.choice(len(places.counties), p=zipf(len(places.counties), shares()["places"]["exponent"])))
        found.setdefault(name, Accident(name, kind, county, first + int(rng.integers(settings["days"]))))
        if len(found) == settings["accidents"]:
            break
    return list(found.values())


def _cases(
    columns: Columns,
    people: int,
    places: Places,
    accidents: Sequence[Accident],
    rng: np.random.Generator,
) -> list[str]:
    """Who was treated for what, where and when; the names of medicines and procedures by code."""
    settings, table = shares()["cases"], illnesses()
    diseases = [one for one in table if not one.causes]
    rare = sum(one.share for one in diseases if one.share < 0.01)
    common = sum(one.share for one in diseases if one.share >= 0.01)
    # The common ones fill up what is left, so that rare ones keep their prevalence.
    fill = (settings["share"] - rare) / common
    chances = [one.share if one.share < 0.01 else one.share * fill for one in diseases]
    columns["condition"] = _coded(chances, people, rng)
    columns["event"] = np.full(people, _NONE)
    first = settings["first_day"].toordinal()
    columns["onset"] = first + rng.integers(0, settings["days"], people)
    low, high = settings["hurt"]
    for number, (_, kind, county, day) in enumerate(accidents):
        able = np.flatnonzero((columns["county"] == county) & (columns["event"] < 0))
        hurt = rng.choice(able, min(int(rng.integers(low, high + 1)), len(able)), replace=False)
        injuries = [code for code, one in enumerate(table) if kind in one.causes]
        columns["event"][hurt], columns["onset"][hurt] = number, day
        columns["condition"][hurt] = rng.choice(injuries, len(hurt))
    usual = [one.share if one.share >= 0.01 else 0.0 for one in diseases]
    also = _coded([share / sum(usual) * settings["also"] for share in usual], people, rng)
    columns["comorbidity"] = np.where(also == columns["condition"], _NONE, also)
    columns["admission"] = columns["onset"] + np.where(columns["event"] >= 0, 0, rng.integers(9, 160, people))
    columns["filed"] = columns["admission"] + rng.integers(4, 45, people)
    hospital = columns["county"] * HOSPITALS + rng.choice(HOSPITALS, people, p=zipf(HOSPITALS))
    centre = rng.integers(0, len(places.hospitals), len(table))
    referred = (columns["condition"] >= 0) & (rng.random(people) < settings["reference_centre"])
    seldom = np.array([*(0 < one.share < 0.001 for one in table), False])[columns["condition"]]
    columns["hospital"] = np.where(referred & seldom, centre[columns["condition"]], hospital)
    columns["clinic"] = columns["county"] * CLINICS + rng.choice(CLINICS, people, p=zipf(CLINICS))
    treatments = sorted({name for one in table for name in (*one.medicines, *one.procedures)})
    code = {name: number for number, name in enumerate(treatments)}
    draw = rng.random((2, people))
    for row, (attribute, of) in enumerate((("drug", "medicines"), ("procedure", "procedures"))):
        columns[attribute] = np.full(people, _NONE)
        for number, one in enumerate(table):
            those = np.flatnonzero(columns["condition"] == number)
            some = [code[name] for name in getattr(one, of)]
            columns[attribute][those] = np.array(some)[(draw[row, those] * len(some)).astype(np.int64)]
    for attribute in ("onset", "admission", "filed", "hospital", "clinic"):
        columns[attribute][columns["condition"] < 0] = _NONE
    return treatments


def _unique(seed: int) -> list[str]:
    rng = Random(f"unique {seed}")  # noqa: S311 - the same seed, the same world
    some, wanted = patterns()["unique_facts"], int(shares()["unique"]["people"])
    found: dict[str, None] = {}
    for _ in range(20 * wanted):
        found[drawn(rng.choice(some), rng)] = None
        if len(found) == wanted:
            break
    return list(found)
