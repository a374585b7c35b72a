"""Ladders of places: town, region, country, part of the world."""

from __future__ import annotations

import re
from typing import Literal

from sanon.resolution.ladders import words
from sanon.resolution.ladders.rungs import Climb, Rung, climb, plain
from sanon.resolution.normal_forms import normalize_text
from sanon.text.lexicons import fold, places

_PARTS = re.compile(r"\s*[,;\n]\s*|\s+\(|\)\s*")
_POST_CODE = re.compile(
    r"^(?:[a-z]{1,2}-)?\d{4,5}(?:[ -]\d{2,4})?\s+|\s+(?:[a-z]{2}\s+)?\d{4,5}(?:-\d{4})?$|"
    r"\s+[a-z]{1,2}\d[a-z\d]?\s*\d[a-z]{2}$"
)
_AROUND = re.compile(
    r"^(?:the |near |in |around |city of |town of |province of |county of |region of |district of |republic of )+|"
    r"(?: city| province| district| county| region| state| area)$"
)
_ZIP = re.compile(r"([a-z]{2}) \d{5}(?:-\d{4})?")
#: A hospital of Our Lady of Guadalupe need not stand in Guadalupe, nor one of Saint Lucy in a town of that name.
_PATRON = re.compile(
    r"\b(?:(?:nuestra senora|our lady|notre[ -]dame|nossa senhora) (?:de|of|da|do|des)(?: la| las| los)?|"
    r"san|santa|santo|sant|sao|saint|sainte|sankt|st\.?)[ -]\w+"
)
#: A name in other words counts as a place from so many thousand inhabitants on.
_LARGE = 100


def place_ladder(value: str) -> Climb | None:
    """Cuxhaven -> Lower Saxony -> Germany -> Western Europe; "Leeds, England" as its parts say.

    Names of several towns have no ladder by themselves: which one is meant is not known.
    """
    key = fold(value).strip(" .,;")
    known = _ladder_of(key)
    if known:
        return known
    parts = [part for part in _PARTS.split(key) if part]
    if len(parts) < 2:
        return _ladder_of(_AROUND.sub("", key))
    for part in reversed(parts):
        inside = _ladder_of(_AROUND.sub("", part))
        if inside:
            rungs = [Rung(inside.start, _written(inside.start), "place"), *inside.rungs]
            return climb(key, rungs, "place")
    return None


def address_ladder(value: str) -> Climb | None:
    """14 Fish Lane, Leeds LS1 4AB -> Leeds -> England -> United Kingdom: what follows the street."""
    parts = [_without_post_code(fold(part).strip(" .,")) for part in re.split(r"[,;\n]", value)]
    for part in reversed(parts[1:] or parts):
        known = _ladder_of(part)
        if known and known.kind == "place":
            rungs = [Rung(known.start, _written(known.start), "place"), *known.rungs]
            # A country or region at the end: the town before it is finer.
            before = parts[parts.index(part) - 1] if parts.index(part) > 1 else ""
            town = _ladder_of(before) if before else None
            if town and {rung.value for rung in rungs} & {rung.value for rung in town.rungs}:
                rungs = [Rung(town.start, _written(town.start), "place"), *town.rungs]
            return climb(fold(value), rungs)
    return None


def kind_of_place(text: str) -> Literal["country", "part of the world", "area"] | None:
    """What a place is, if a list knows it."""
    key = fold(text).removeprefix("the ").strip(" .,;")
    if key in words.country_names():
        return "country"
    if key in words.parts_of_the_world():
        return "part of the world"
    return "area" if key in words.region_names() or key in words.towns() else None


def country_of(text: str) -> str | None:
    """Code of the country of the first place that stands in a text, as one to three whole words."""
    tokens = re.findall(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*", _PATRON.sub(" ", fold(text)))
    for length in (3, 2, 1):
        for first in range(len(tokens) - length + 1):
            key = " ".join(tokens[first : first + length])
            if key in words.country_names():
                return words.country_names()[key]
            if key in words.region_names():
                return words.region_names()[key][0]
            if key in words.towns() and places().get(key, 0) >= _LARGE:
                return words.towns()[key][0]
    return None


def _without_post_code(part: str) -> str:
    """Leeds LS1 4AB -> Leeds; ME 04699 -> Maine."""
    if (match := _ZIP.fullmatch(part)) and match[1] in words.states():
        return words.states()[match[1]]
    return _POST_CODE.sub("", part).strip(" .,")


def _ladder_of(key: str) -> Climb | None:
    if key in words.country_names():
        code = words.country_names()[key]
        country = words.countries()[code]
        return climb(normalize_text(country.name), [plain(country.subregion, "place")], "place")
    if key in words.region_names():
        code, name = words.region_names()[key]
        return climb(normalize_text(name), _from_country(code), "place")
    if key in words.towns():
        code, region = words.towns()[key]
        return climb(key, [*([plain(region, "place")] if region else []), *_from_country(code)], "place")
    return None


def _from_country(code: str) -> list[Rung]:
    country = words.countries()[code]
    return [plain(country.name, "place"), plain(country.subregion, "place")]


def _written(start: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in start.split())
