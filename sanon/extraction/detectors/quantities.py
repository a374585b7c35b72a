"""Sums of money, percentages, measures."""

from __future__ import annotations

from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text.patterns import Pattern

_CODE = (
    r"(?:EUR|USD|GBP|CHF|TRL|TRY|PLN|ATS|DEM|SEK|DKK|NOK|FRF|ITL|CYP|CZK|HUF|RUB|RON|BGN|HRK|UAH|CAD|AUD|JPY|INR|"
    r"ESP|NLG|BEF|PLZ|FF|DM|"
    r"BRL|MXN|ZAR|NGN|KES|PHP|SGD|HKD|NZD|ILS|SAR|AED|US\$|AU?\$|CA?\$|NZ\$|R\$|zł|kr\b\.?|[€$£¥₺₽₹₦₪₴])"
)
_NAME = (
    r"(?:euros?|dollars?|pounds?(?: sterling)?|(?:New |new )?Turkish [Ll]iras?|liras?|zlotys?|(?:Polish|new Polish|"
    r"old Polish) zlotys?|"
    r"(?:Austrian )?[Ss]chillings?|German marks?|(?:Deutsche? )?[Mm]arks?|(?:Swedish |Danish |Norwegian |"
    r"Czech )?(?:kronor|kroner|korunas?|crowns?)|"
    r"(?:French |Swiss )?[Ff]rancs?|(?:Cyprus|Cypriot) pounds?|roubles?|rubles?|forints?|lei|levs?|hryvnias?|Euro|"
    r"US dollars?|cents|pence|quid|bucks|grand|rupees?|(?:lakh|crore)s?|reais|real|pesos?|naira|yen|yuan|rand|"
    r"dirhams?|shekels?|"
    r"Kronen|Gulden|złotych|złote|kronor)"
)
_FIGURE = r"\d{1,3}(?:[., \u00a0]\d{3}){0,5}(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:[.,]\d{1,3})?"
_SCALE = r"(?:[ \u00a0]?(?:million|billion|thousand|m|bn|k|lakh|crore|Mio\.?|Tsd\.?)\b)?"
_RATE = (
    r"(?: ?(?:pcm|p\.c\.m\.|p\.a\.|p\.m\.|p/w|pw)\b| ?/ ?(?:hr|h|hour|day|week|wk|month|mo|year|yr)\b| (?:a|an|per) "
    r"(?:hour|day|night|week|month|year|head)\b|(?: im| pro) (?:Monat|Jahr|Woche|Stunde)\b| par (?:mois|an|jour|"
    r"heure)\b|"
    r" al (?:mes|mese|año|giorno)\b| per maand\b)?"
)
_ABOUT = r"(?:(?:approximately|approx\.|about|around|some|nearly|almost|over|at least|less than|more than)[ \u00a0])?"
# What currency that is in the annotator's own: "(approximately EUR 2,826)", "[approx. EUR 40]", "(PLN)".
_CONVERTED = (
    rf"(?:[ \u00a0]?[(\[](?:[A-Z]{{3}}|euros?)?(?:[ \u00a0]?[‑–;,-][ \u00a0])?(?:{_ABOUT}"
    rf"(?:{_CODE}[ \u00a0])?(?:{_FIGURE})?(?:[ \u00a0]{_NAME})?"
    r"(?:[ \u00a0]\([A-Z]{3}\))?)[)\]])?"
)
_COUNT = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|"
    r"nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)"
)
_IN_WORDS = rf"(?:a (?=hundred|thousand|million))?{_COUNT}(?:(?: and)?[ -]{_COUNT}){{0,7}}"
_MONEY = (
    Pattern(rf"(?<!\w)(?:{_ABOUT})(?:{_IN_WORDS}) {_NAME}\b{_CONVERTED}"),
    Pattern(rf"(?<!\w){_ABOUT}{_CODE}[ \u00a0]?(?:{_FIGURE}){_SCALE}(?!\w){_RATE}{_CONVERTED}"),
    Pattern(
        rf"(?<![\w.,/]){_ABOUT}(?:{_FIGURE}){_SCALE}"
        rf"(?:[ \u00a0]{_NAME}\b|[ \u00a0]?{_CODE}(?!\w)){_RATE}{_CONVERTED}"
    ),
    # "38k gross", "on 60k": no name of a currency, but a sum
    Pattern(r"(?<![\w.,/])\d{1,3}(?:[.,]\d)?k\b(?! ?(?:run|race|followers|steps|Ω|ohm))"),
)
_MEASURE = Pattern(
    rf"(?<![\w.,/]){_ABOUT}"
    r"\d{1,3}(?:[., ]\d{3})*(?:[.,]\d{1,3})?[ \u00a0]?(?:%|per ?cent\b|sq\.? m\b|m²|square metres\b|"
    r"hectares?\b|km\b|km/h\b|kilomet(?:re|er)s?\b|"
    r"met(?:re|er)s?\b|[cm]m\b|pages\b|persons\b|people\b|kg\b|kilograms?\b|grams?\b|lit(?:re|er)s?\b|dioptres\b|"
    r"packages\b|miles?\b|acres?\b|tonnes?\b|tons?\b|stones?\b|lbs?\b|pounds\b|feet\b|foot\b|"
    r"inches\b|yards?\b|m(?= ?[,.;)]| (?:from|high|deep|long|wide|tall|off|above|below)\b))"
    r"|(?<![\w.,/])[3-8] ?(?:ft|foot|feet|['’′]) ?(?:\d{1,2}(?: ?(?:in(?:ches)?\b|[\"”″]))?(?!\w))?"
)


def find_quantities(text: str) -> Iterator[Span]:
    """Sums of money and measures; only profiles with a type for them keep these."""
    for pattern in _MONEY:
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), "QUANTITY", 0.4)
    for match in _MEASURE.finditer(text):
        yield Span(match.start(), match.end(), "MEASURE", 0.25)
