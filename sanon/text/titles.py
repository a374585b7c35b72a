"""Titles before names: the one list. "Capt. Utku Karaarslan" in a letter is "Utku Karaarslan" in a table.

Three kinds, since a word of a title may be a name or another word too. Extraction, normal forms and the search for
names all take theirs from here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sanon.text import lexicons
from sanon.text.vocabulary import words

#: Nothing but titles, wherever they stand in a name; of some nobody learns who it is.
_FORMS_OF_ADDRESS = words("forms_of_address")
HONORIFICS = _FORMS_OF_ADDRESS | words("honorifics")
#: Titles before a name; elsewhere in it they are a name themselves ("Jon Lord", "Nina Judge").
RANKS = words("ranks")
#: Titles and offices before a name, but other words before many a capital letter: they alone show no name behind them.
WORDS = words("titles_and_words")
#: Letters after a title or behind the name.
DEGREES = words("degrees")
_TITLES = HONORIFICS | RANKS | WORDS
#: The point of a shortened title, for a regular expression; behind a long one a sentence ends: "the doctor. Please".
STOP = r"(?:(?<!\w{6})\.)?"
_PARTS = re.compile(r"[.\-]")
_ARTICLES = frozenset(("le", "la"))

_SHORTEST = 3
#: Thousand inhabitants of a town that is meant more often than a person of its name.
_LARGE = 300
_COMMON_WORDS = words("common_words", "closings")


def alternatives(*lists: frozenset[str], capital: bool = False) -> str:
    """The words of some lists for a regular expression, the longest first.

    Args:
        capital: as they stand in running text, with a capital letter.
    """
    listed = sorted(frozenset().union(*lists), key=lambda word: (-len(word), word))
    if capital:
        listed = ["PD" if word == "pd" else word.capitalize() for word in listed]
    return "|".join(listed)


_BEFORE = alternatives(HONORIFICS, RANKS, WORDS)
_AFTER_TITLE = alternatives(DEGREES)
_END = r"(?:\.[-\s]*|-(?=\w)|\s+)"
_LEADING = re.compile(
    rf"\s*(?:(?:{_BEFORE}|dipl(?=\.?-?\s?ing)){_END}(?:(?:{_AFTER_TITLE}){_END}|h\.\s?c\.\s*)*)+", re.IGNORECASE
)

_ADDRESS = re.compile(
    rf"(?:(?:{alternatives(_FORMS_OF_ADDRESS)}){_END}(?:(?:{_AFTER_TITLE}){_END}|h\.\s?c\.\s*)*)+", re.IGNORECASE
)


def length_of_address(name: str) -> int:
    """How many characters of a name, from its start, are forms of address: 4 of "Mrs Lang", 0 of "Lang" and "Mrs".

    In a name that is not in capitals capitals are initials: "MS Dhoni".
    """
    match = _ADDRESS.match(name)
    if not match or not name[match.end() : match.end() + 1].isalpha():
        return 0
    return 0 if match[0].isupper() and not name.isupper() else match.end()


@lru_cache(maxsize=4096)  # of each name its parts, its normal form and its plain spelling are asked for
def without_title(name: str) -> str:
    """Drop the titles at the start: "Prof. Dr. Eva Lang" -> "Eva Lang"; a title alone stays."""
    match = _LEADING.match(name)
    rest = name[match.end() :].strip() if match else ""
    return rest if rest[:1].isalpha() else name


def name_words(name: Sequence[str]) -> list[str]:
    """The words of a name without titles and degrees; none if there is nothing else.

    Args:
        name: its words, case-folded.
    """
    parts = [[part for part in _PARTS.split(word) if part] for word in name]
    first, last, titled = 0, len(name), False
    while first < last and (_is_title(parts[first]) or (titled and _is_degree(parts[first]))):
        first, titled = first + 1, True
        if last - first > 1 and name[first] in _ARTICLES and _is_title(parts[first + 1]):
            first += 1  # "Monsieur le Directeur"
    while last > first and _is_degree(parts[last - 1]):
        if name[last - 1] in words("degrees_and_surnames") and last - first == 2:
            break
        last -= 1
    return [name[at] for at in range(first, last) if not parts[at] or not HONORIFICS.issuperset(parts[at])]


def _is_title(parts: Sequence[str]) -> bool:
    """Of a word like "dr", "prof.dr" or "dr.-ing"."""
    begins = parts[:1] and (parts[0] in _TITLES or parts == ["dipl", "ing"])
    return bool(begins) and all(part in _TITLES or part in DEGREES for part in parts[1:])


def _is_degree(parts: Sequence[str]) -> bool:
    return bool(parts) and (DEGREES.issuperset(parts) or "".join(parts) in DEGREES)


def is_common(name: str) -> bool:
    """Whether a name is one word that every text uses ("May", "Li"): masked everywhere, it would blacken the corpus."""
    return len(name.split()) == 1 and (len(name) < _SHORTEST or name.casefold() in _COMMON_WORDS)


def says_else(word: str) -> bool:
    """Whether a name is also a common word, a country, a people or a large town: alone it need not be the person."""
    key = lexicons.fold(word)
    return (
        key in lexicons.common_words()
        or key in lexicons.regions()
        or key in lexicons.words("nationalities")
        or lexicons.places().get(key, 0) >= _LARGE
        or is_common(word)
    )
