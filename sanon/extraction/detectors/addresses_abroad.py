"""Postal addresses of France, Spain, Portugal, Italy, the Low Countries, Ireland, Poland and the north."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import one_of
from sanon.extraction.span import Span

_UP = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĖĘĚĞİŁŃŇŐŘŚŞŠŤŮŰŹŻŽ"
_WORD = rf"[{_UP}][\w'’.-]{{0,24}}"
_SMALL = f"(?:{one_of('small_words')})"
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
    rf"(?<![\w./-])\d{{1,4}}(?: ?(?:bis|ter|quater|[A-D]\b))?,? (?:{one_of('french_streets')})[ ]{_NAME}{_REST}"
)
#: In Switzerland, Belgium and Luxembourg the house number follows the street.
_FRENCH_NUMBER_BEHIND = re.compile(
    rf"(?<![\w./-])(?:{one_of('french_streets_before_numbers')})[ ]{_NAME}"
    r"(?<=[ ])\d{1,3}(?: ?(?:bis|ter)| ?[A-Da-d])?(?![\w'’])"
    rf"(?:{_SEP}(?:(?:CH|B|L)-)?\d{{4,5}},? {_TOWN})?"
)
_SPANISH = re.compile(
    rf"(?<!\w)(?:{one_of('spanish_streets')})[ ]?{_NAME}(?:,[ ]?|[ ])?"
    r"(?:n\.?º ?|núm\.? ?|s/n)?\d{1,4}(?:[ ]?[A-Z]\b)?"
    r"(?:,?[ ](?:\d{1,2}[.]?[ºª°o][.]?|bajo|ático|esc(?:alera|\.)?|piso|puerta|pta\.?|portal|bloque|"
    r"izda?\.?|dcha?\.?|izq\.?|[A-H]\b)(?: ?\d{1,2}\b)?){0,4}"
    rf"(?:{_SEP}(?:{_POSTCODE}|\d{{4}}-\d{{3}}),? {_TOWN})?"
)
_ITALIAN = re.compile(
    rf"(?<!\w)(?:{one_of('italian_streets')})[ ]{_NAME}(?:,[ ]?|[ ])?(?:n\.?[°º]? ?|snc)?"
    rf"\d{{1,4}}(?:/\w{{1,2}}|[a-z]\b)?(?:{_SEP}{_POSTCODE},? {_TOWN}| {_POSTCODE} {_TOWN})?"
)
_DUTCH_TOWN = rf"\d{{4}} ?[A-Z]{{2}},?[ ]{{1,2}}{_TOWN}"
_DUTCH = re.compile(
    rf"(?<![\w-])(?:{_WORD} )?[{_UP}][\w'’-]{{1,24}}(?:{one_of('dutch_streets')})"
    rf" \d{{1,4}}(?: bus \w{{1,4}}|[- ]?[A-Za-z]{{1,3}}(?!\w)|-\d{{1,3}})?(?:{_SEP}(?:{_DUTCH_TOWN}|"
    rf"(?:B-)?\d{{4}} {_TOWN}))?"
    # Any street name, if house number, postcode and town follow.
    rf"|(?<![\w-]){_WORD}(?: (?:{_SMALL} ){{0,2}}{_WORD}){{0,3}} \d{{1,4}}(?:[- ]?[A-Za-z]{{1,3}})?{_SEP}{_DUTCH_TOWN}"
)
_DUTCH_TOWN_ALONE = re.compile(rf"(?<![\w.,/-]){_DUTCH_TOWN}")
_NORDIC = re.compile(
    rf"(?<![\w-])[^\W\d_]{{3,24}}(?:{one_of('nordic_streets')}) \d{{1,4}}"
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
_NORDIC_ENDS, _DUTCH_ENDS = (one_of(f"{one}_streets").split("|") for one in ("nordic", "dutch"))
_EIRCODE_ALONE = re.compile(rf"(?<!\w){_EIRCODE}")


def _is_worth_a_look(pattern: re.Pattern[str], text: str) -> bool:
    if pattern is _NORDIC:
        return any(f"{end} " in text for end in _NORDIC_ENDS)
    if pattern is _DUTCH:
        return any(f"{end} " in text for end in _DUTCH_ENDS) or _DUTCH_TOWN_ALONE.search(text) is not None
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
