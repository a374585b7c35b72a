"""The lists of the ladders, read once and looked up by folded words."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sanon.packaged import lines_of
from sanon.text.lexicons import fold


def lines(name: str) -> list[list[str]]:
    """The lines of a list without its comments, cut at tabs."""
    return [line.split("\t") for line in lines_of("sanon.resolution.ladders.data", name)]


_WITH_ARTICLE = ("United ", "Netherlands", "Philippines", "Bahamas", "Czech Rep", "Dominican Rep", "Gambia", "Maldives")


class Country(NamedTuple):
    """A country: its name and the part of the world it lies in."""

    name: str
    subregion: str


@cache
def countries() -> dict[str, Country]:
    """Code -> country."""
    return {
        code: Country(_with_article(names.split(";")[0]), subregion)
        for code, subregion, names in lines("countries.txt")
    }


def _with_article(name: str) -> str:
    """As a country is named in a sentence: the Netherlands."""
    bare = name.removeprefix("The ")
    return f"the {bare}" if bare.startswith(_WITH_ARTICLE) else name


@cache
def country_names() -> dict[str, str]:
    """Folded name -> code of the country."""
    return {fold(name): code for code, _, names in lines("countries.txt") for name in names.split(";")}


@cache
def parts_of_the_world() -> frozenset[str]:
    """Folded names of the parts of the world in which countries lie."""
    return frozenset(fold(country.subregion) for country in countries().values())


@cache
def states() -> dict[str, str]:
    """Folded code of a state of the United States -> its folded name."""
    return {code: name for code, name in lines("states.txt")}  # noqa: C416 - pairs are lists


@cache
def region_names() -> dict[str, tuple[str, str]]:
    """Folded name -> code of the country, name of the region; names that two countries have are left out."""
    found: dict[str, tuple[str, str]] = {}
    twice = set[str]()
    for code, names in lines("regions.txt"):
        for name in names.split(";"):
            key = fold(name)
            if key in found and found[key][0] != code:
                twice.add(key)
            found[key] = code, name
    return {key: where for key, where in found.items() if key not in twice and key not in country_names()}


@cache
def towns() -> dict[str, tuple[str, str]]:
    """Folded name -> code of the country, region or nothing."""
    found: dict[str, tuple[str, str]] = {}
    for name, code, *region in lines("towns.txt.gz"):
        found.setdefault(fold(name), (code, region[0] if region else ""))
    return found


@cache
def conditions() -> dict[str, str]:
    """Term -> code of its block in MeSH."""
    return {fold(term): code for code, _, terms in lines("conditions.txt.gz") for term in terms.split(";") if term}


@cache
def condition_names() -> dict[str, str]:
    """Code of a chapter or block of MeSH -> its name."""
    return {code: name for code, name, _ in lines("conditions.txt.gz") if name}


@cache
def occupations() -> tuple[dict[str, str], dict[str, str]]:
    """Occupation -> code of its group, and the same for words that also name it as the last of several."""
    exact, last = dict[str, str](), dict[str, str]()
    for code, _, words in lines("occupations.txt"):
        for word in words.split(";"):
            exact[fold(word.removesuffix("*"))] = code
            if word.endswith("*"):
                last[fold(word.removesuffix("*"))] = code
    return exact, last


@cache
def occupation_groups() -> dict[str, str]:
    """Code -> name of the group."""
    return {code: name for code, name, _ in lines("occupations.txt")}


@cache
def kinds(name: str) -> list[tuple[tuple[str, ...], frozenset[str]]]:
    """A list of kinds: what is ever coarser, the finest first, and the words that stand for it."""
    return [(tuple(filter(None, coarser)), frozenset(map(fold, words.split(";")))) for *coarser, words in lines(name)]


@cache
def exact(name: str) -> dict[str, tuple[str, ...]]:
    """A list of kinds by its words; of two lines with a word the first."""
    found: dict[str, tuple[str, ...]] = {}
    for coarser, words in kinds(name):
        for word in words:
            found.setdefault(word, coarser)
    for coarser, _ in kinds(name):
        for place, kind in enumerate(coarser[:-1], 1):
            found.setdefault(fold(kind), coarser[place:])
    return found
