"""Who somebody is to another: "his daughter", "la nipote", "Nachbar Yilmaz", by the words of the text's language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text.languages import language_of
from sanon.text.patterns import Pattern

_WORDS = {
    "en": "wife husband spouse fiancé fiancée fiance fiancee boyfriend girlfriend ex-wife ex-husband son sons daughter "
    "daughters stepson stepdaughter brother brothers sister sisters half-brother half-sister mother father stepmother "
    "stepfather mum mom dad nan nana gran granny grandmother grandfather grandma grandad grandpa granddaughter "
    "grandson grandsons granddaughters grandchildren uncle aunt auntie niece nieces nephew nephews cousin cousins "
    "mother-in-law father-in-law son-in-law daughter-in-law brother-in-law sister-in-law neighbour neighbor roommate "
    "flatmate housemate",
    "de": "Ehefrau Ehemann Ehegatte Ehegattin Tochter Töchter Sohn Söhne Sohnes Bruder Brüder Mutter Vater Oma Opa "
    "Großmutter Großvater Enkel Enkelin Enkelkinder Nichte Neffe Neffen Tante Onkel Schwager Schwägerin "
    "Schwiegermutter Schwiegervater Schwiegersohn Schwiegertochter Stiefsohn Stieftochter Stiefvater Lebensgefährte "
    "Lebensgefährtin Lebensgefährten Verlobte Verlobter Nachbar Nachbarn Nachbarin Cousin Cousine Mitbewohner "
    "Mitbewohnerin",
    "fr": "épouse époux conjoint conjointe compagne compagnon fils frère frères sœur sœurs soeur mère père grand-mère "
    "grand-père petit-fils petite-fille neveu nièce oncle tante cousin cousine beau-frère belle-sœur beau-père "
    "belle-mère belle-fille gendre voisin voisine colocataire fiancé fiancée",
    "es": "esposa esposo marido hija hijo hijas hijos hermano hermana hermanos hermanas madre padre abuela abuelo "
    "nieto nieta nietos nietas sobrino sobrina tío tía cuñado cuñada suegro suegra yerno nuera novio novia vecino "
    "vecina hijastro hijastra",
    "it": "moglie marito figlia figlio figli figlie fratello fratelli sorella sorelle madre padre nonna nonno nipote "
    "nipoti zio zia cugino cugina suocera suocero cognato cognata genero nuora fidanzato fidanzata convivente",
    "nl": "echtgenoot echtgenote dochter dochters zoon zoons broer broers zus zussen moeder vader kleinzoon "
    "kleindochter oom tante buurman buurvrouw vriendin schoonmoeder schoonvader schoonzoon schoondochter zwager "
    "schoonzus oma opa partner",
}
# Of these only a word before them tells that somebody's is meant: "mein Mann", "ma femme", not "der Mann".
_SOMEBODYS = {
    "en": (r"(?:[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Oo]ur)", "partner ex twin friend"),
    "de": (r"(?:[Mm]ein|[Ss]ein|[Ii]hr|[Uu]nser)(?:e[mnrs]?)?", "Mann Frau Schwester Schwestern Partner Partnerin"),
    "fr": (r"(?:[Mm]a|[Mm]on|[Ss]a|[Ss]on|[Ll]eur|[Vv]otre|[Nn]otre)", "femme mari fille ami amie"),
    "es": (r"(?:[Mm]i|[Ss]u|[Nn]uestr[ao])s?", "mujer pareja primo prima amigo amiga"),
    "it": (r"(?:[Mm]ia|[Mm]io|[Ss]ua|[Ss]uo|[Ll]oro)", "compagno compagna vicino vicina amico amica"),
    "nl": (r"(?:[Mm]ijn|[Zz]ijn|[Hh]aar|[Hh]un)", "man vrouw neef nicht vriend"),
}
# A rule that speaks of anybody's: "your spouse or partner", "any brother or sister".
_ANYBODYS = re.compile(
    r"(?:\b(?:any|every|each|or|oder|ou|o|oppure|jede[rsmn]?|cualquier|chaque|ogni|elke?) |/)$", re.IGNORECASE
)
_OR_ELSE = re.compile(r",? (?:or|oder|ou|o|oppure)\b|/")
_RELEVANCE = 0.1


def _pattern(language: str) -> Pattern:
    before, told = _SOMEBODYS[language]
    words, with_owner = ("|".join(map(re.escape, text.split())) for text in (_WORDS[language], told))
    return Pattern(rf"(?<![\w-])(?:(?P<one>{words})|{before} (?P<owned>{with_owner}))(?![\w-])")


_PATTERNS = {language: _pattern(language) for language in _WORDS}


def find_relations(text: str) -> Iterator[Span]:
    """Relatives, neighbours and partners of somebody."""
    for match in _PATTERNS[language_of(text) or "en"].finditer(text):
        start, end = match.span(match.lastgroup or 0)
        if not _ANYBODYS.search(text, max(0, start - 9), start) and not _OR_ELSE.match(text, end):
            yield Span(start, end, "RELATION", _RELEVANCE)
