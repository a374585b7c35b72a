"""Titles before names. "Mr Utku Karaarslan" in a letter is "Utku Karaarslan" in a table."""

from __future__ import annotations

import re

_TITLES = (
    r"dr\.? ?med|dr\.? ?jur|dr\.? ?phil|dr\.? ?rer\.? ?nat|dr\.?-ing|dipl\.?-ing|dr|doctor|doktor|prof|professor"
    "|mr|mrs|ms|miss|mx|sir|madam|dame|lord|lady|rev|reverend|capt|captain|hon|judge|justice"
    "|herrn?|hr|frau|fr|fräulein|frl|richter(?:in)?|rechtsanw[aä]lt(?:in)?"
    "|mme|mlle|monsieur|madame|mademoiselle|sr|sra|srta|señora?|sig|signora?"
)
_LEADING = re.compile(rf"\s*(?:(?:{_TITLES})(?:\.\s*|\s+))+", re.IGNORECASE)
_SHORTEST = 3
_COMMON = """
    the and not may can will you was for his her our out all any day man men son way who how now new old one two
    der die das und ein mit von vom zum zur bei war wer ist hat alt neu tag vor nur wie was sie wir ihr
    march april june august monday friday sunday januar mai juni juli mittag freitag sonntag
    best black brown day does else field first good gray green grey hand hill home house just king law left long love
    major many more page part price right same short small still stone street such than that them then they this well
    went what when white with wood word work year young klein gross groß lang kurz weiß schwarz braun jung recht
"""
_COMMON_WORDS = frozenset(_COMMON.split())


def without_title(name: str) -> str:
    """Drop the titles at the start: "Prof. Dr. Eva Lang" -> "Eva Lang"; a title alone stays."""
    match = _LEADING.match(name)
    rest = name[match.end() :].strip() if match else ""
    return rest or name


def is_common(name: str) -> bool:
    """Whether a name is one word that every text uses ("May", "Li"): masked everywhere, it would blacken the corpus."""
    return len(name.split()) == 1 and (len(name) < _SHORTEST or name.casefold() in _COMMON_WORDS)
