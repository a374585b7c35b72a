"""The word lists that the extractor ships, loaded once and looked up by a folded key."""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache, partial
from itertools import filterfalse

from sanon.packaged import lines_of

_lines = partial(lines_of, __name__)

_FOLD = str.maketrans(
    {
        "ı": "i",
        "İ": "i",
        "ł": "l",
        "Ł": "l",
        "ø": "o",
        "Ø": "o",
        "đ": "d",
        "ß": "ss",
        "’": "'",
        "‑": "-",
        "æ": "ae",
        "œ": "oe",
    }
)


@lru_cache(maxsize=65536)
def fold(word: str) -> str:
    """Lower case without accents: the key of the lexicons."""
    if word.isascii():
        return word.lower()
    plain = unicodedata.normalize("NFKD", word.translate(_FOLD))
    return "".join(filterfalse(unicodedata.combining, plain)).lower()


def word_set(text: str) -> frozenset[str]:
    """The words of a short list written as text."""
    return frozenset(text.split())


@cache
def given_names() -> frozenset[str]:
    """Given names of many countries."""
    return frozenset(map(fold, _lines("given_names.txt.gz") + _lines("more_given_names.txt"))) - common_words()


@cache
def surnames() -> frozenset[str]:
    """Surnames of many countries."""
    return frozenset(map(fold, _lines("surnames.txt.gz"))) - common_words()


@cache
def names() -> frozenset[str]:
    """Given names and surnames, those that are common words too."""
    listed = ("given_names.txt.gz", "more_given_names.txt", "surnames.txt.gz")
    return frozenset(fold(line) for name in listed for line in _lines(name))


@cache
def places() -> dict[str, int]:
    """Places with their population in thousands."""
    found: dict[str, int] = {}
    for line in _lines("places.txt.gz"):
        name, _, size = line.partition("\t")
        key = fold(name)
        found[key] = max(int(size), found.get(key, 0))
    for word in common_words() | frozenset(["of", "march", "union", "police", "see", "western", "eastern", "central"]):
        found.pop(word, None)
    return found


@cache
def regions() -> dict[str, str]:
    """Countries, states and regions: folded name -> "country" or "region"."""
    return {fold(name): kind for name, _, kind in (line.partition("\t") for line in _lines("regions.txt"))}


@cache
def words(name: str) -> frozenset[str]:
    """A plain word list, folded: nationalities, common_words."""
    return frozenset(map(fold, _lines(f"{name}.txt")))


@cache
def common_words() -> frozenset[str]:
    """English and German words that are also names or places, and say nothing when capitalised."""
    return words("common_words")
