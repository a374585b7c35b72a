"""Sums of money, percentages, measures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.embedded.spans import Span

_CODE = (
    r"(?:EUR|USD|GBP|CHF|TRL|TRY|PLN|ATS|DEM|SEK|DKK|NOK|FRF|ITL|CYP|CZK|HUF|RUB|RON|BGN|HRK|UAH|CAD|AUD|JPY|INR|ESP|NLG|BEF|PLZ|FF|DM|"
    r"US\$|A\$|C\$|[€$£¥₺₽])"
)
_NAME = (
    r"(?:euros?|dollars?|pounds?(?: sterling)?|(?:New |new )?Turkish [Ll]iras?|liras?|zlotys?|(?:Polish|new Polish|"
    r"old Polish) zlotys?|"
    r"(?:Austrian )?[Ss]chillings?|German marks?|(?:Deutsche? )?[Mm]arks?|(?:Swedish |Danish |Norwegian |"
    r"Czech )?(?:kronor|kroner|korunas?|crowns?)|"
    r"(?:French |Swiss )?[Ff]rancs?|(?:Cyprus|Cypriot) pounds?|roubles?|rubles?|forints?|lei|levs?|hryvnias?|Euro|"
    r"US dollars?|cents|pence)"
)
_FIGURE = r"\d{1,3}(?:[., \u00a0]\d{3}){0,5}(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:[.,]\d{1,3})?"
_SCALE = r"(?:[ \u00a0](?:million|billion|thousand|m|bn|k)\b)?"
_ABOUT = r"(?:(?:approximately|approx\.|about|around|some|nearly|almost|over|at least|less than|more than)[ \u00a0])?"
# What currency that is in the annotator's own: "(approximately EUR 2,826)", "[approx. EUR 40]", "(PLN)".
_CONVERTED = (
    rf"(?:[ \u00a0]?[(\[](?:[A-Z]{{3}}|euros?)?(?:[ \u00a0]?[‑–;,-][ \u00a0])?(?:{_ABOUT}"
    rf"(?:{_CODE}[ \u00a0])?(?:{_FIGURE})?(?:[ \u00a0]{_NAME})?"
    r"(?:[ \u00a0]\([A-Z]{3}\))?)[)\]])?"
)
_IN_WORDS = (
    r"(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|a)"
    r"[ -])?(?:hundred|thousand|million)(?: (?:thousand|million))?"
)
_MONEY = re.compile(
    rf"(?<!\w)(?:{_ABOUT})(?:{_IN_WORDS}) {_NAME}\b{_CONVERTED}"
    rf"|(?<!\w){_ABOUT}{_CODE}[ \u00a0]?(?:{_FIGURE}){_SCALE}(?!\w){_CONVERTED}"
    rf"|(?<![\w.,/]){_ABOUT}(?:{_FIGURE}){_SCALE}(?:[ \u00a0]{_NAME}\b|[ \u00a0]?{_CODE}(?!\w)){_CONVERTED}"
)
_MEASURE = re.compile(
    rf"(?<![\w.,/]){_ABOUT}"
    r"\d{1,3}(?:[., ]\d{3})*(?:[.,]\d{1,3})?[ \u00a0]?(?:%|per ?cent\b|sq\.? m\b|m²|square metres\b|"
    r"hectares?\b|km\b|km/h\b|kilomet(?:re|er)s?\b|"
    r"met(?:re|er)s?\b|[cm]m\b|pages\b|persons\b|people\b|kg\b|kilograms?\b|grams?\b|lit(?:re|er)s?\b|dioptres\b|packages\b)"
)


def find_quantities(text: str) -> Iterator[Span]:
    """Sums of money and measures; only profiles with a type for them keep these."""
    for match in _MONEY.finditer(text):
        yield Span(match.start(), match.end(), "QUANTITY", 0.4)
    for match in _MEASURE.finditer(text):
        yield Span(match.start(), match.end(), "MEASURE", 0.25)
