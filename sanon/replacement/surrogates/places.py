"""Stand-ins for places, addresses and organisations: of the same kind and country, word for word."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cache

from sanon.replacement.surrogates.draws import Draws
from sanon.replacement.surrogates.spelling import tokens
from sanon.replacement.surrogates.wordlists import neutral, towns_of
from sanon.resolution.ladders import words as lists
from sanon.resolution.ladders.places import country_of, place_ladder
from sanon.text.lexicons import common_words, fold
from sanon.text.vocabulary import words

_STREETS = words("street_words", "function_words")
_COMPOUND = re.compile(r"(.{2,}?)(strasse|str|weg|allee|platz|gasse|stieg|ring|ufer|damm|markt|berg|hof)")
_GERMAN = re.compile(r"(?:strasse|str\.|weg|allee|platz|gasse|stieg|ufer|damm)\b")
_STATES = words("state_words")


def place(draws: Draws, value: str, avoid: Collection[str]) -> str | None:
    """Another town, region or country like it; None for a place that no list knows."""
    climb = place_ladder(value)
    if climb is None or (climb.start == fold(value) and "," in value):
        return None
    name = fold(value)
    if name in lists.country_names():
        code = lists.country_names()[name]
        around = lists.countries()[code].subregion
        others = sorted(one.name for one in lists.countries().values() if one.subregion == around)
        return _picked(draws, others, {*avoid, name, climb.start})
    if name in lists.towns():
        return _picked(draws, towns_of(lists.towns()[name][0]), {*avoid, name})
    if name in lists.region_names():
        return _picked(draws, _regions_of(lists.region_names()[name][0]), {*avoid, name})
    return None


def address(draws: Draws, value: str, avoid: Collection[str]) -> str | None:
    """Another address, token for token: other numbers, street and town; words such as "Street" stay."""
    folded = fold(value)
    old = tokens(value)
    if not old:
        return None
    country = country_of(value) or ("DE" if _GERMAN.search(folded) else "GB")
    towns = towns_of(country) if country in ("DE", "AT", "CH", "FR", "IT", "ES", "NL", "US") else neutral("town")
    street = neutral("de" if country in ("DE", "AT", "CH") else "en")
    first_comma = value.find(",") if "," in value else len(value)
    new, position = list[str](), 0
    for token in old:
        position = value.index(token, position)
        new.append(_token(draws, fold(token), street if position < first_comma else towns, avoid))
        position += len(token)
    return " ".join(new)


def organisation(draws: Draws, value: str, avoid: Collection[str]) -> str | None:
    """Another name, word for word: what says of which kind it is stays; None if nothing else stands in the name."""
    new, changed = list[str](), False
    words = [fold(token) for token in tokens(value)]
    countries, peoples = lists.country_names(), lists.exact("peoples.txt")
    if _STATES.intersection(words) or any(word in countries or word in peoples for word in words):
        return None  # a state, or of one: another would be a false statement
    for token, word in zip(tokens(value), words, strict=True):
        if word in _kind_words() or word in common_words() or word.isdigit():
            new.append(token)
            continue
        changed = True
        if word in lists.towns() and len(word) > 3:
            some: Sequence[str] = towns_of(lists.towns()[word][0]) or neutral("org")
        else:
            some = neutral("org")
        new.append(_picked(draws, some, {*avoid, word, *map(fold, new)}) or "Alder")
    return " ".join(new) if changed else None


def _token(draws: Draws, word: str, names: Sequence[str], avoid: Collection[str]) -> str:
    if word in _STREETS or word in lists.country_names():
        return word.capitalize()
    if any(map(str.isdigit, word)):
        return "".join(_character(draws, c, place == 0) for place, c in enumerate(word))
    if len(word) <= 2:
        return word.upper()
    compound = _COMPOUND.fullmatch(word)
    if compound:
        return (_picked(draws, neutral("de"), avoid) or "Linden") + compound[2].replace("strasse", "straße")
    return _picked(draws, names, {*avoid, word}) or "Ashbourn"


def _character(draws: Draws, character: str, first: bool) -> str:
    if character.isdigit():
        return str(draws.below(9) + 1) if first else str(draws.below(10))
    return draws.pick("ABDEFGHJLNPRSTUWXYZ") if character.isalpha() else character


def _picked(draws: Draws, some: Sequence[str], avoid: Collection[str]) -> str | None:
    for _ in range(60):
        if some and fold(one := draws.pick(some)) not in avoid:
            return one
    return None


@cache
def _regions_of(country: str) -> tuple[str, ...]:
    return tuple(sorted(name for code, name in lists.region_names().values() if code == country))


@cache
def _kind_words() -> frozenset[str]:
    names = (name for _, names in lists.kinds("organisations.txt") for name in names)
    coarser = (name for kinds, _ in lists.kinds("organisations.txt") for name in kinds)
    kinds = frozenset(fold(token) for name in (*names, *coarser) for token in tokens(name))
    return kinds | words("organisation_words", "function_words")
