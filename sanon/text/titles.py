"""Titles before names: the one list. "Capt. Utku Karaarslan" in a letter is "Utku Karaarslan" in a table.

Three kinds, since a word of a title may be a name or another word too. Extraction, normal forms and the search for
names all take theirs from here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sanon.text import lexicons


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Nothing but titles, wherever they stand in a name.
HONORIFICS = _words(
    """
    mr mrs ms miss mx messrs madam madame mme mlle monsieur mademoiselle
    dr drs doctor doktor prof professor profs rev hon capt sgt lt cpl cllr hr
    herr herrn frau fräulein frl señor señora señorita sr sra srta signor signora signorina
    rechtsanwalt rechtsanwältin rechtsanwaltin oberarzt oberärztin chefarzt chefärztin assistenzarzt assistenzärztin
    docteur docteure doctora dra dott ssa dottore dottoressa dokter dhr meneer mevrouw mevr maître doña dña mudr judr
    privatdozent pd kollege kollegin kollegen
    """
)
#: Titles before a name; elsewhere in it they are a name themselves ("Jon Lord", "Nina Judge").
RANKS = _words(
    """
    sir dame lord lady judge justice father sister nurse officer inspector captain constable detective deputy trooper
    lieutenant councillor reverend imam rabbi pastor fr richter richterin rep dep
    """
)
#: Titles before a name, but other words before many a capital letter: they alone do not show that a name follows.
WORDS = _words(
    """
    major general colonel commander sergeant corporal admiral chief superintendent president senator governor
    congressman congresswoman ambassador minister mayor alderman bishop archbishop cardinal canon vicar brother mother
    maj gen col cmdr adm gov sen supt pres amb insp det sig sheikh sheikha baron baroness
    direktor direktorin präsident präsidentin ministerin bürgermeister bürgermeisterin staatsanwalt
    staatsanwältin oberst hauptmann leutnant pfarrer pfarrerin schwester pfleger bruder
    """
)
#: Letters after a title or behind the name.
DEGREES = _words("med jur phil rer nat ing dipl hc phd md rn esq np pa frcs mbbs do qc kc mp jp obe mbe cbe")
_SURNAMES_TOO = _words("ing do pa")

_TITLES = HONORIFICS | RANKS | WORDS
_PARTS = re.compile(r"[.\-]")

_SHORTEST = 3
#: Thousand inhabitants of a town that is meant more often than a person of its name.
_LARGE = 300
_COMMON = """
    the and not may can will you was for his her our out all any day man men son way who how now new old one two
    der die das und ein mit von vom zum zur bei war wer ist hat alt neu tag vor nur wie was sie wir ihr
    march april june august monday friday sunday januar mai juni juli mittag freitag sonntag
    best black brown day does else field first good gray green grey hand hill home house just king law left long love
    major many more page part price right same short small still stone street such than that them then they this well
    went what when white with wood word work year young klein gross groß lang kurz weiß schwarz braun jung recht
"""
#: What stands above a signature, where a model expects a name.
_CLOSINGS = """
regards thanks sincerely cheers yours grüße grüsse gruß gruss mfg cordialement saludos atentamente saluti cordialmente
atenciosamente abraços groeten groetjes pozdrawiam hilsen hälsningar terveisin
"""
_COMMON_WORDS = frozenset((_COMMON + _CLOSINGS).split())


def alternatives(*lists: frozenset[str], capital: bool = False) -> str:
    """The words of some lists for a regular expression, the longest first.

    Args:
        lists: of this module.
        capital: as they stand in running text, with a capital letter.
    """
    words = sorted(frozenset().union(*lists), key=lambda word: (-len(word), word))
    if capital:
        words = ["PD" if word == "pd" else word.capitalize() for word in words]
    return "|".join(words)


_BEFORE = alternatives(HONORIFICS, RANKS, WORDS)
_AFTER_TITLE = alternatives(DEGREES)
_END = r"(?:\.[-\s]*|-(?=\w)|\s+)"
_LEADING = re.compile(
    rf"\s*(?:(?:{_BEFORE}|dipl(?=\.?-?\s?ing)){_END}(?:(?:{_AFTER_TITLE}){_END}|h\.\s?c\.\s*)*)+", re.IGNORECASE
)


@lru_cache(maxsize=4096)  # of each name its parts, its normal form and its plain spelling are asked for
def without_title(name: str) -> str:
    """Drop the titles at the start: "Prof. Dr. Eva Lang" -> "Eva Lang"; a title alone stays."""
    match = _LEADING.match(name)
    rest = name[match.end() :].strip() if match else ""
    return rest if rest[:1].isalpha() else name


def name_words(words: Sequence[str]) -> list[str]:
    """The words of a name without titles and degrees; none if there is nothing else.

    Args:
        words: case-folded.
    """
    parts = [[part for part in _PARTS.split(word) if part] for word in words]
    first, last, titled = 0, len(words), False
    while first < last and (_is_title(parts[first]) or (titled and _is_degree(parts[first]))):
        first, titled = first + 1, True
    while last > first and _is_degree(parts[last - 1]):
        if words[last - 1] in _SURNAMES_TOO and last - first == 2:
            break
        last -= 1
    return [words[at] for at in range(first, last) if not parts[at] or not HONORIFICS.issuperset(parts[at])]


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
