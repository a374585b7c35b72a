"""The words of languages that rules know, from vocabulary.toml: titles, months, numbers, abbreviations."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sanon.packaged import table

#: What may stand between such a word and the date: "né le", "nascido em".
_PREPOSITION = re.compile("_(?:le|el|il|a|em|den)$")


@cache
def by_language(kind: str) -> Mapping[str, tuple[str, ...]]:
    """The words of one kind, by language, in the order of the file.

    Raises:
        KeyError: there is no such kind.
    """
    return {language: tuple(text.split()) for language, text in table("sanon.text", "vocabulary")[kind].items()}


@cache
def words(*kinds: str) -> frozenset[str]:
    """The words of some kinds in all languages.

    Raises:
        KeyError: there is no such kind.
    """
    return frozenset(word for kind in kinds for listed in by_language(kind).values() for word in listed)


def births() -> list[str]:
    """Regular expressions of what stands before a date of birth in all languages: "date of birth", "F. Nac", "né"."""
    stems = {_PREPOSITION.sub("", one) for one in words("births")}
    return [
        r"[\W_]{0,2}".join(map(re.escape, one.split("_"))) for one in sorted(stems, key=lambda one: (-len(one), one))
    ]


@cache
def month_names(language: str) -> tuple[tuple[str, ...], ...]:
    """The spellings of each month, January first: the name, what is short for it, others."""
    return tuple(tuple(spellings.split("/")) for spellings in by_language("months")[language])
