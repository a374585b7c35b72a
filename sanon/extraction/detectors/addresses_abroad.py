"""Postal addresses of France, Spain, Portugal, Italy, the Low Countries, Ireland, Poland and the north."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span

_UP = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĖĘĚĞİŁŃŇŐŘŚŞŠŤŮŰŹŻŽ"
_WORD = rf"[{_UP}][\w'’.-]{{0,24}}"
_SMALL = (
    r"(?:d[’']|l[’']|de l[’']|de la|de las|de los|de|du|des|del|della|delle|dei|degli|di|da|do|dos|das|la|le|les|lo|"
    r"los|"
    r"el|aux?|à|en|sur|et|y|e|van|den|der|het|ten|ter|op|aan|an|na|i)"
)
_SEP = r"(?:,[ \t]{0,99}\n?[ \t]{0,12}|[ \t]{0,99}\n[ \t]{0,12}|[ \t]{1,99}[-–][ \t]{1,99})"
_PART = rf"(?:{_SMALL}[ ]?){{0,3}}(?:{_WORD}|\d{{1,2}}(?= [{_UP}a-z]))"
_NAME = rf"{_PART}(?:[ ]{_PART}){{0,4}}[ ]?"
_TOWN_WORD = rf"(?:St\.|[{_UP}][\w'’]{{0,24}})"
_TOWN = (
    rf"(?:{_SMALL} )?{_TOWN_WORD}(?:[ -](?:{_SMALL}[ -]){{0,2}}{_TOWN_WORD}){{0,3}}(?: \([A-Z]{{2}}\))?"
    r"(?: CEDEX(?: \d{1,2})?)?"
)
_POSTCODE = r"(?:[A-Z]{1,2}-)?\d{5}"
_REST = rf"(?:{_SEP}(?:BP \d{{1,5}}{_SEP})?{_POSTCODE},? {_TOWN})?"

_FRENCH = re.compile(
    rf"(?<![\w./-])\d{{1,4}}(?: ?(?:bis|ter|"
    rf"quater|[A-D]\b))?,? (?:[Rr]ue|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]d\.?|[Pp]lace|"
    r"[Aa]llées?|[Cc]hemin|[Ii]mpasse|[Qq]uai|[Rr]oute|[Cc]ours|[Ss]quare|[Pp]assage|[Rr]uelle|[Ss]entier|[Ff]aubourg|"
    r"[Rr]ésidence|[Ll]otissement|[Hh]ameau|[Ll]ieu-dit|[Ee]splanade|[Pp]romenade|[Vv]enelle|[Mm]ontée|[Vv]oie)[ ]"
    rf"{_NAME}{_REST}"
)
#: In Switzerland, Belgium and Luxembourg the house number follows the street.
_FRENCH_NUMBER_BEHIND = re.compile(
    r"(?<![\w./-])(?:[Rr]ue|[Aa]venue|[Aa]v\.|[Bb]oulevard|[Bb]d\.?|[Pp]lace|[Aa]llées?|[Cc]hemin|[Cc]h\.|[Ii]mpasse|[Qq]uai|"
    rf"[Rr]oute|[Rr]te|[Rr]uelle|[Ss]entier)[ ]{_NAME}(?<=[ ])\d{{1,3}}(?: ?(?:bis|ter)| ?[A-Da-d])?(?![\w'’])"
    rf"(?:{_SEP}(?:(?:CH|B|L)-)?\d{{4,5}},? {_TOWN})?"
)
_SPANISH = re.compile(
    r"(?<!\w)(?:C/|[Cc]alle|C\.|Cl\.|Av(?:da)?\.?|[Aa]venida|[Pp]laza|Pza\.?|[Pp]aseo|P\.?º|[Rr]onda|[Cc]amino|"
    r"[Cc]arretera|Ctra\.?|[Tt]ravesía|[Gg]lorieta|Urb(?:anización|\.)|[Rr]ambla|[Cc]allejón|[Cc]uesta|[Cc]arrer|[Rr]úa|[Rr]ua|"
    rf"[Tt]ravessa|[Pp]raça)[ ]?{_NAME}(?:,[ ]?|[ ])?(?:n\.?º ?|núm\.? ?|s/n)?\d{{1,4}}(?:[ ]?[A-Z]\b)?"
    r"(?:,?[ ](?:\d{1,2}[.]?[ºª°o][.]?|bajo|ático|esc(?:alera|\.)?|piso|puerta|pta\.?|portal|bloque|"
    r"izda?\.?|dcha?\.?|izq\.?|"
    r"[A-H]\b)(?: ?\d{1,2}\b)?){0,4}"
    rf"(?:{_SEP}(?:{_POSTCODE}|\d{{4}}-\d{{3}}),? {_TOWN})?"
)
_ITALIAN = re.compile(
    r"(?<!\w)(?:Via|Viale|V\.le|Piazza|P\.(?:zza|za)|Piazzale|Corso|C\.so|Largo|Vicolo|Strada|Lungomare|Lungarno|Contrada|"
    rf"Borgo|Salita|Località|Loc\.|Frazione|Fraz\.|via|viale|piazza|corso)[ ]{_NAME}(?:,[ ]?|[ ])?(?:n\.?[°º]? ?|snc)?"
    rf"\d{{1,4}}(?:/\w{{1,2}}|[a-z]\b)?(?:{_SEP}{_POSTCODE},? {_TOWN}| {_POSTCODE} {_TOWN})?"
)
_DUTCH_TOWN = rf"\d{{4}} ?[A-Z]{{2}},?[ ]{{1,2}}{_TOWN}"
_DUTCH = re.compile(
    rf"(?<![\w-])(?:{_WORD} )?[{_UP}][\w'’-]{{1,24}}(?:straat|laan|weg|plein|gracht|kade|dijk|singel|dreef|hof|pad|"
    rf"steeg|"
    r"plantsoen|baan|steenweg|lei|akker|veld|wal|park|meent)"
    rf" \d{{1,4}}(?: bus \w{{1,4}}|[- ]?[A-Za-z]{{1,3}}(?!\w)|-\d{{1,3}})?(?:{_SEP}(?:{_DUTCH_TOWN}|"
    rf"(?:B-)?\d{{4}} {_TOWN}))?"
    # Any street name, if house number, postcode and town follow.
    rf"|(?<![\w-]){_WORD}(?: (?:{_SMALL} ){{0,2}}{_WORD}){{0,3}} \d{{1,4}}(?:[- ]?[A-Za-z]{{1,3}})?{_SEP}{_DUTCH_TOWN}"
)
_DUTCH_TOWN_ALONE = re.compile(rf"(?<![\w.,/-]){_DUTCH_TOWN}")
_NORDIC = re.compile(
    r"(?<![\w-])[^\W\d_]{3,24}(?:katu|kuja|polku|gatan|gata|vägen|vegen|veien|vej|gade|stræde|torget|tie) \d{1,4}"
    rf"(?: ?[A-Za-z](?!\w))?(?: \d{{1,3}}(?!\d))?(?:{_SEP}\d{{3}} ?\d{{1,2}} {_TOWN})?",
    re.IGNORECASE,
)
_POLISH = re.compile(
    rf"(?<!\w)(?:ul\.|al\.|os\.|pl\.) ?{_NAME} ?\d{{1,4}}[A-Za-z]?(?:/\d{{1,4}}| m\. ?\d{{1,4}})?"
    rf"(?:{_SEP}\d{{2}}-\d{{3}} {_TOWN})?|(?<![\w-])\d{{2}}-\d{{3}} [{_UP}][^\W\d_]{{2,24}}(?:[ -]{_WORD}){{0,2}}"
)
_EIRCODE = r"[AC-FHKNPRTV-Y]\d[\dW] ?[\dAC-FHKNPRTV-Y]{4}(?!\w)"
_IRISH = re.compile(
    rf"(?:(?:\d{{1,4}} )?{_WORD}(?: (?:{_SMALL} )?{_WORD}){{0,4}}{_SEP}){{1,4}}(?:Co\.? {_WORD}{_SEP})?{_EIRCODE}"
    rf"|(?<!\w){_EIRCODE}"
)


# Patterns that begin with any word look at every word: the letters without which they find nothing are looked up first.
_NORDIC_ENDS = (
    "katu ",
    "kuja ",
    "polku ",
    "gatan ",
    "gata ",
    "vägen ",
    "vegen ",
    "veien ",
    "vej ",
    "gade ",
    "stræde ",
    "tie ",
)
_DUTCH_ENDS: tuple[str, ...] = (
    "straat ",
    "laan ",
    "weg ",
    "plein ",
    "gracht ",
    "kade ",
    "dijk ",
    "singel ",
    "dreef ",
    "hof ",
    "pad ",
    "baan ",
)
_DUTCH_MORE_ENDS = ("steeg ", "plantsoen ", "lei ", "akker ", "veld ", "wal ", "park ", "meent ")
_EIRCODE_ALONE = re.compile(rf"(?<!\w){_EIRCODE}")


def _is_worth_a_look(pattern: re.Pattern[str], text: str) -> bool:
    if pattern is _NORDIC:
        return any(end in text for end in _NORDIC_ENDS)
    if pattern is _DUTCH:
        return (
            any(end in text for end in (*_DUTCH_ENDS, *_DUTCH_MORE_ENDS)) or _DUTCH_TOWN_ALONE.search(text) is not None
        )
    return pattern is not _IRISH or _EIRCODE_ALONE.search(text) is not None


def find_addresses_abroad(text: str) -> Iterator[Span]:
    """Addresses with street and house number, as a whole where postcode and town follow."""
    for pattern, relevance in (
        (_FRENCH, 0.95),
        (_FRENCH_NUMBER_BEHIND, 0.95),
        (_SPANISH, 0.95),
        (_ITALIAN, 0.95),
        (_DUTCH, 0.95),
        (_NORDIC, 0.9),
        (_POLISH, 0.9),
        (_IRISH, 0.9),
        (_DUTCH_TOWN_ALONE, 0.7),
    ):
        for match in pattern.finditer(text) if _is_worth_a_look(pattern, text) else ():
            yield Span(match.start(), match.start() + len(match[0].rstrip(" .,-'’\n")), "ADDRESS", relevance)
