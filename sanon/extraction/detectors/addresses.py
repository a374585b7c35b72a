"""Postal addresses of the English- and the German-speaking countries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import one_of
from sanon.extraction.span import Span
from sanon.text import lexicons

_CAP = r"[A-ZÀ-ÖØ-ÞŚŁŞİČŠŽ][\w'’.-]{0,24}"
_STREET_EN = rf"(?:{one_of('english_streets')})\b\.?"
_UK_POSTCODE = r"[A-Z]{1,2}\d[A-Z\d]?[ \u00a0]?\d[ABD-HJLNP-UW-Z]{2}(?!\w)"
_STATE = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|"
    r"V[AT]|W[AIVY])"
)
_SEP = r"(?:,[ \t]{0,99}\n?[ \t]{0,12}|[ \t]{0,99}\n[ \t]{0,12})"
_UNIT = r"(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Room|Rm|#)\.? ?#?[\w-]{1,6}"
_BEGINS = r"[A-ZÀ-ÖØ-ÞŚŁŞİČŠŽ][^\W\d_]"
# A full stop within a town stands behind a short word: "St. Ives", no end of a sentence.
_TOWN_WORD = (
    rf"(?:{_BEGINS}[^\W\d_]?\.(?:[^\W\d_]{{1,20}})?|{_BEGINS}[^\W\d_]{{0,23}}(?![\d_])(?:[’'](?:[^\W\d_]{{1,20}})?)?)"
)
_ABROAD = r"(?:NSW|VIC|QLD|WA|TAS|ACT|AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT)"
_NO_STATE = rf"(?!(?:{_STATE}|{_ABROAD})\b)"
_CITY = rf"{_NO_STATE}{_TOWN_WORD}(?:[ -]{_NO_STATE}(?:{_TOWN_WORD}|upon|on|of|the|am|an|der|bei|im|in)){{0,3}}"

_AU_STATE = r"(?:NSW|VIC|Vic|QLD|Qld|SA|WA|TAS|Tas|ACT|NT)"
_CA_END = r"(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT),? [A-Z]\d[A-Z] ?\d[A-Z]\d"
_ZIP = r"[\dlIO]{5}(?:-\d{4})?(?![\dlIO])"  # scanned figures are read as letters
_HIGHWAY = rf"(?:{one_of('highways')}) \d{{1,4}}[A-Z]?\b"

_ENGLISH = re.compile(
    r"(?=[\dcSLBPTFGUAR])(?:"  # what it begins with, which is seen sooner
    rf"(?:c/o {_CAP}(?: {_CAP}){{0,3}}{_SEP})?(?:(?:Slip|Lot|Berth|Pier|Space|Trailer|PMB) \w{{1,5}}{_SEP})?"
    rf"(?:(?:Ground|First|Second|Third|Top|Basement|Garden) (?:Floor )?Flat{_SEP})?(?:(?:Flat|Apartment|Apt\.?|"
    rf"Unit|Suite) \w{{1,5}}{_SEP})?"
    rf"(?:RMB |Lot )?(?<![\w./-])\d{{1,5}}(?:[-–/]\d{{1,5}})?[A-Za-z]?,? (?:(?:blk|"
    rf"block) (?:of )?)?(?:[NSEW]{{1,2}}\.? |"
    rf"North |South |East |West )?"
    rf"(?:(?:{_CAP} |\d{{1,3}}(?:st|nd|rd|th) ){{1,4}}{_STREET_EN}|{_HIGHWAY})(?: (?:NW|NE|SW|SE|N|S|E|W|North|"
    rf"South|East|West)\b)?"
    rf"(?:(?:{_SEP}| ){_UNIT})?"
    rf"(?:{_SEP}{_CITY}){{0,3}}"
    rf"(?:(?:{_SEP}| )(?:{_STATE},? {_ZIP}|{_UK_POSTCODE}|{_AU_STATE},? \d{{4}}(?!\d)|{_CA_END}|{_STATE}\b)"
    r"|[ -]{1,3}(?!19|20)\d{4}(?![\d/-])|[ -]{1,3}\d{3} ?\d{3}(?!\d))?"
    # Any street name, if a British postcode follows.
    rf"|(?:(?:Flat|Apartment|Apt\.?|Unit|Suite|"
    rf"Room) \w{{1,5}}{_SEP})?(?<![\w./-])\d{{1,4}}[A-Za-z]? {_CAP}(?: {_CAP}){{0,3}}"
    rf"(?:{_SEP}{_CITY}){{0,3}}(?:{_SEP}| ){_UK_POSTCODE})"
)
_GERMAN = re.compile(
    rf"\b(?:[A-ZÄÖÜ][\wäöüß-]{{1,30}}(?:{one_of('german_streets')})|(?:{one_of('german_streets_parted')}) "
    r"(?:[A-ZÄÖÜ][\wäöüß-]{2,20} )?[A-ZÄÖÜ][\wäöüß-]{2,30}(?: (?:Straße|Str\.|Weg|Allee|Platz))?"
    r"|[A-ZÄÖÜ][\wäöüß-]{1,30}(?:er)? (?:Straße|Str\.|Weg|Allee|Platz|Ring|Damm|Gasse|Ufer))"
    rf" \d{{1,4}} ?[a-h]?(?![\w/])(?:(?:{_SEP}| )(?:[DACH]{{1,2}}-)?\d{{4,5}} {_CITY})?"
    # Any street name, if house number, postcode and town follow.
    rf"|\b[A-ZÄÖÜ][\wäöüß-]{{2,30}}(?: [A-ZÄÖÜ][\wäöüß.-]{{1,30}}){{0,2}} \d{{1,4}} ?[a-h]?{_SEP}"
    rf"(?:[DACH]{{1,2}}-)?\d{{4,5}} {_CITY}"
)
_GERMAN_TOWN = re.compile(rf"(?<![\w-])(?:(?:D|A|CH)-)?\d{{5}} (?=[A-ZÄÖÜ][a-zäöüß]{{2}}){_CITY}")
_HOUSE = re.compile(
    rf"\b(?:{_CAP} ){{1,3}}(?:Farm|House|Cottage|Lodge|Barn|Manor|Villa|Grange|Rectory|Vicarage|Bungalow)"
    rf"(?:{_SEP}(?:\d{{1,4}} )?{_CITY}){{0,3}}(?:{_SEP}| ){_UK_POSTCODE}"
)
# Houses that have a name and no number: the postcode says that it is an address.
_NAMED_HOUSE = re.compile(
    rf"\b(?:The )?{_CAP}(?: {_CAP}){{0,3}},[ ](?:(?:The )?{_CAP}(?: {_CAP}){{0,3}},[ ]){{0,3}}{_CITY},?[ ]"
    rf"{_UK_POSTCODE}"
)
_UK_ALONE = re.compile(rf"(?<![\w-])(?:{_CITY},? )?{_UK_POSTCODE}")
_US_TOWN = re.compile(rf"\b{_CITY}, {_STATE}(?: {_ZIP})?(?!\w)")
_TOWN_ABROAD = re.compile(rf"\b{_CITY},? (?:{_AU_STATE},? \d{{4}}(?!\d)|{_CA_END})(?!\w)")
# What each of the slow patterns cannot do without: most texts have none of it, and a look for it costs little.
_NEEDED = {
    _HOUSE: re.compile(_UK_POSTCODE),
    _NAMED_HOUSE: re.compile(_UK_POSTCODE),
    _UK_ALONE: re.compile(_UK_POSTCODE),
    _US_TOWN: re.compile(rf", {_STATE}"),
    _TOWN_ABROAD: re.compile(rf" (?:{_AU_STATE},? \d|{_CA_END})"),
}
_BOX = re.compile(r"\b(?:P\.? ?O\.? Box|Postfach) \d[\d ]{1,8}\d")
# "23 September 2004 Supreme Court", "1 Rules of Court": a court, not a cul-de-sac.
_TRIBUNAL = re.compile(
    r"\b(?:Supreme|High|District|Regional|Administrative|Military|Constitutional|Federal|Crown|County|State|"
    r"Rules|Labour|Appeal|Circuit)\b.*Court$"
)
_ADDRESS_LABEL = re.compile(
    rf"\b(?:{one_of('addresses')})(?: updated to| is| ist)?\s?[:=]?[ \t]{{0,3}}"
    r"(?P<value>[^\n\d.;|]{0,14}\d{1,5}[A-Za-z]? [A-ZÄÖÜ][^\n.;|()]{3,50})"
)
_ZIP_LABEL = re.compile(
    r"\b(?:ZIP|Zip|zip|PLZ|Postcode|Postal code)(?: code)?\s?[:=]?\s?(?P<zip>[A-Z0-9][A-Z0-9 -]{2,8}[A-Z0-9])\b"
)


def find_addresses(text: str) -> Iterator[Span]:
    """Addresses as a whole, then towns with postcode, streets without number."""
    for pattern, kind, relevance in (
        (_ENGLISH, "ADDRESS", 0.95),
        (_GERMAN, "ADDRESS", 0.95),
        (_HOUSE, "ADDRESS", 0.9),
        (_NAMED_HOUSE, "ADDRESS", 0.9),
        (_GERMAN_TOWN, "ADDRESS", 0.7),
        (_UK_ALONE, "ADDRESS", 0.8),
        (_US_TOWN, "LOCATION", 0.5),
        (_TOWN_ABROAD, "ADDRESS", 0.7),
        (_BOX, "ADDRESS", 0.7),
    ):
        if pattern in _NEEDED and not _NEEDED[pattern].search(text):
            continue
        for match in pattern.finditer(text):
            if _TRIBUNAL.search(match[0]) or (pattern is _US_TOWN and not _is_town(match[0])):
                continue
            yield Span(match.start(), match.end() - (match[0][-1] in ".-'’"), kind, relevance)
    for match in _ADDRESS_LABEL.finditer(text):
        yield Span(match.start("value"), match.start("value") + len(match["value"].rstrip(" ,-")), "ADDRESS", 0.8)
    for match in _ZIP_LABEL.finditer(text):
        yield Span(match.start("zip"), match.end("zip"), "ADDRESS", 0.7)


def _is_town(value: str) -> bool:
    """Whether "Rajesh Venkataraman, MD" is a town: with a ZIP code, or known, or at least no given name."""
    town, _, state = value.rpartition(", ")
    if state[-1].isdigit() or lexicons.fold(town) in lexicons.places():
        return True
    return (
        state not in ("MD", "PA", "MA", "DE", "ME", "OR", "IN")
        and lexicons.fold(town.split()[0]) not in lexicons.given_names()
    )
