"""The lists that surrogates are drawn from, read once."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, partial
from typing import Literal

from sanon.packaged import lines_of
from sanon.resolution.ladders import words as ladder_words
from sanon.text.lexicons import fold, places

Gender = Literal["female", "male"]

#: Thousand inhabitants of towns that are taken, if there are enough of them.
_TOWN, _ENOUGH = 40, 10
#: Where nothing tells the locale of a name.
DEFAULT_LOCALE = "en_GB"


_read = partial(lines_of, "sanon.replacement.surrogates.data")


@cache
def names() -> dict[tuple[str, str], tuple[str, ...]]:
    """(locale, "female", "male" or "family") -> names."""
    cut = (line.split("\t") for line in _read("names.txt.gz"))
    return {(locale, kind): tuple(some.split(";")) for locale, kind, some in cut}


@cache
def locales_of() -> dict[str, tuple[tuple[str, str], ...]]:
    """Folded name -> the lists it stands in."""
    found: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    for where, some in names().items():
        for name in some:
            found[fold(name)].append(where)
    return {name: tuple(wheres) for name, wheres in found.items()}


@cache
def neutral(kind: str) -> tuple[str, ...]:
    """Words for streets ("en", "de"), towns, organisations and mail hosts that name nothing in particular."""
    return next(
        tuple(some.split(";")) for name, some in (line.split("\t") for line in _read("words.txt")) if name == kind
    )


@cache
def towns_of(country: str) -> tuple[str, ...]:
    """Towns of a country whose names are one word."""
    found = sorted(name for name, (code, _) in ladder_words.towns().items() if code == country and name.isalpha())
    sizes = places()
    # Their own names, not what others call them.
    own = [name for name in found if sizes.get(name, 0) >= _TOWN]
    return tuple(name.capitalize() for name in (own if len(own) >= _ENOUGH else found) if len(name) > 3)
