"""Dates in words and figures, and years. Weekdays, months and holidays alone are the tagger's to judge."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors import in_any_case
from sanon.extraction.span import Span
from sanon.resolution.normal_forms import MONTHS, WEEKDAYS
from sanon.text.vocabulary import births

_MONTH = "(?:" + "|".join(sorted((re.escape(name) for name in MONTHS), key=len, reverse=True)) + r")\b\.?"
_YEAR = r"(?:[1lI][89]|20)\d\d(?!\d)"  # a scanned 1 is often read as l
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|e|º|\.)?(?: day)?"
_AND = r"(?:\s?(?:,|-|–|—|to|and|or|und|bis|until)\s?)"
#: A date goes on over the end of a line, in a reply too.
_LINE = r"(?:[ \t]?\n[ \t]{0,3}(?:>[ \t]?){0,4})?"
_GAP = rf"[ \t\u00a0]{{0,3}}{_LINE}"

# Every pattern begins at a digit or at a capital: the scanner skips the rest of the text quickly.
_DAY_MONTH = re.compile(
    rf"(?<![\w/.§-]){_DAY}(?:{_AND}{_DAY}){{0,4}}{_GAP}(?:of |de |d[’'])?{_MONTH}"
    rf"(?:,?{_GAP}(?:de |del |of )?{_YEAR}|{_GAP}[’']?\d\d(?![\d:.,]))?",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"\b(?=[JFMASONDÉ])(?P<month>{_MONTH}){_GAP}"
    rf"(?:(?:3[01]|[12]\d|0?[1-9]|[lI](?=,? [12lI]\d\d\d))(?:st|nd|rd|th)?(?![\d:%/]|[.,]\d)(?:{_GAP}?(?:-|–|"
    rf"and){_GAP}?\d{{1,2}}(?!\d))?(?:,?{_GAP}{_YEAR})?"
    rf"|(?:,|of|de)?{_GAP}{_YEAR})"
)
# As people type: "nov 9", "dec 24th". "may 5" and "march 5" may be verbs.
_LOWER_MONTH_FIRST = re.compile(
    r"(?<![\w-])(?:jan(?:uary)?|feb(?:ruary)?|april|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|"
    rf"dec(?:ember)?)\.? (?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\w:%/]|[.,]\d)(?:,? {_YEAR})?"
)
_WEEKDAY = "(?:" + "|".join(sorted(WEEKDAYS, key=len, reverse=True)) + r"|Mo|Di|Mi|Do|Fr|Sa|So)\b\.?"
_ARTICLE = r"(?:(?:the|den|dem|le|el|il|de|der|día|giorno) )?"
_WEEKDAY_BEFORE = re.compile(rf"(?<![\w-]){_WEEKDAY},?[ \t]{{1,2}}{_ARTICLE}$", re.IGNORECASE)
_DAY_NUMBER = re.compile(
    r"(?<=[ \t])(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|e|º|\.)?"
    r"(?![\w:%/-]|[.,]\d| (?:years?|days?|weeks?|months?|hours?|minutes?|people|times|Uhr|h|am|pm)\b)"
)
_WEEKDAY_WORDS = frozenset(WEEKDAYS)
_SHORT_WEEKDAYS = frozenset(("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"))
#: Two lines that begin with such a time make a log: when it was written says nothing about a person.
_LOGGED = re.compile(
    r"^[\[(<]?(?:19|20)\d\d[-/][01]\d[-/][0-3]\d[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|"
    r"[+-]\d\d:?\d\d)?",
    re.MULTILINE,
)
_NUMERIC = re.compile(
    r"(?<![\w./-])(?:"
    rf"(?:3[01]|[12]\d|0?[1-9])(?P<a>[./-]){_LINE}(?:3[01]|[12]\d|0?[1-9])(?P=a){_LINE}(?:(?:1[89]|20)\d\d|\d\d)"
    rf"|(?:1[89]|20)\d\d(?P<b>[./-]){_LINE}(?:1[0-2]|0?[1-9])(?P=b){_LINE}(?:3[01]|[12]\d|"
    r"0?[1-9])(?:T\d\d:\d\d(?::\d\d)?(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?)?"
    r"|(?:3[01]|[12]\d|0?[1-9])\.[ \u00a0]?(?:1[0-2]|0?[1-9])\.[ \u00a0]?(?:1[89]|20)\d\d"
    r"|(?<=[:*] )(?:3[01]|[12]\d|0?[1-9])\. (?:1[0-2]|0?[1-9])\. \d\d"
    r"|(?:1[0-2]|0[1-9])/(?:19|20)\d\d"
    r"|(?:3[01]|[12]\d|0[1-9])\.(?:1[0-2]|0[1-9])\.(?=\s)"
    r"|(?<=(?:am|om|en|is|em|um) )(?:3[01]|[12]\d|0?[1-9])\.(?:1[0-2]|0?[1-9])\.(?=[\s,;)]|$)"
    r")(?![\w/-]|\.\d)"
)
_HYPHENED = re.compile(
    rf"(?<![\w/.-])\d{{1,2}}([-/ ]?)(?=[A-Za-z]){_MONTH}\1(?:(?:19|20)\d\d|\d\d)(?![\w-])", re.IGNORECASE
)
_MONTH_DAY = re.compile(r"(?<![\w/.-])(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])(?![\w/-]|\.\d)")
_MONTH_DAY_BEFORE = re.compile(r"(?:[Oo]n|by|me|ed|[Dd]ue|ince|from|ntil|till|fter|fore|EDC|EDD|LMP|D/C|DC|[fF]/u) $")
_LOOSE = re.compile(
    r"\b(?:(?:early|mid|late|beginning of|end of|Anfang|Mitte|Ende)[ -]?(?:(?:in|of) )?)?"
    rf"(?:(?:spring|summer|autumn|fall|winter|Frühjahr|Frühling|Sommer|Herbst|Winter|Q[1-4]|Easter|"
    rf"Christmas|Xmas|New Year|Weihnachten|Ostern|Silvester)(?: of)?[ /]{_YEAR}"
    r"|(?:the )?(?:19|20)\d0s\b)"
)
_YEAR_ALONE = re.compile(r"(?<![\w/.,:§$€£#-])(?:19[0-9]\d|20[0-4]\d)(?![\w/:§%]|[.,-]\d)")
_YEAR_HINT = re.compile(
    r"(?:early|mid|late|(?:[Ee]nd|[Bb]eginning|[Mm]iddle|[Ss]tart) of|Anfang|Mitte|Ende|début|fin|mi|inizio|fine|"
    r"begin|eind|half|medio|"
    r"(?:principios|mediados|finales) de)[ -]$"
)
_NOT_A_YEAR = re.compile(r"(?:\bnos?\.?|\bNr\.?|\bnumber|#|EUR|USD|GBP|room|Room|about|approximately|[A-Z]{3}) ?$")
_AFTER_NOT_A_YEAR = re.compile(r" ?(?:mg|ml|kg|g\b|mcg|units|kcal|euros|dollars|metres|meters|km|hours|people|square)")
_BIRTH = re.compile(
    rf"(?<![^\W_])(?:{in_any_case(births())})(?![^\W\d_])\.?(?:[^\n.;]{{0,30}}|\s{{0,3}}:?\s{{0,3}})$", re.IGNORECASE
)
_STAR = re.compile(r"(?<![\w*])\* ?$")


def log_times(text: str) -> list[tuple[int, int]]:
    """Where the times stand at which the lines of a log begin; none if there is but one."""
    found = [match.span() for match in _LOGGED.finditer(text)]
    return found if len(found) > 1 else []


def find_dates(text: str) -> Iterator[Span]:
    """Dates and years; a date of birth by what stands before it; a weekday belongs to its date."""
    logged = {start + (not text[start].isdigit()) for start, _ in log_times(text)}
    for pattern, relevance in (
        (_DAY_MONTH, 0.6),
        (_MONTH_FIRST, 0.6),
        (_LOWER_MONTH_FIRST, 0.5),
        (_NUMERIC, 0.6),
        (_HYPHENED, 0.6),
        (_LOOSE, 0.35),
    ):
        for match in pattern.finditer(text):
            if match.start() in logged:
                continue
            end = match.end()
            # "in May." ends a sentence: the dot belongs to the date only after an abbreviation.
            if text[end - 1] == "." and not text[end - 2].isdigit():
                end -= 1
            yield _dated(text, _with_weekday(text, match.start()), end, relevance)
    for match in _DAY_NUMBER.finditer(text):  # "Friday the 13th"
        if (start := _with_weekday(text, match.start())) < match.start():
            yield Span(start, match.end() - (match[0][-1] == "."), "EVENT_DATE", 0.4)
    for match in _MONTH_DAY.finditer(text):
        if _MONTH_DAY_BEFORE.search(text, max(0, match.start() - 8), match.start()):
            yield _dated(text, match.start(), match.end(), 0.4)
    for match in _YEAR_ALONE.finditer(text):
        before = text[max(0, match.start() - 14) : match.start()]
        if _NOT_A_YEAR.search(before) or _AFTER_NOT_A_YEAR.match(text, match.end()):
            continue
        hint = _YEAR_HINT.search(before)
        yield _dated(text, match.start() - (len(hint[0]) if hint else 0), match.end(), 0.3)


def _with_weekday(text: str, start: int) -> int:
    """Where the weekday before a date begins, or the date."""
    words = text[max(0, start - 24) : start].split()[-2:]
    if not any(word.strip(".,").lower() in _WEEKDAY_WORDS or word.strip(".,") in _SHORT_WEEKDAYS for word in words):
        return start
    weekday = _WEEKDAY_BEFORE.search(text, max(0, start - 20), start)
    return weekday.start() if weekday else start


def _dated(text: str, start: int, end: int, relevance: float) -> Span:
    if _STAR.search(text, max(0, start - 3), start):
        return Span(start, end, "BIRTHDATE", 0.9)  # "*21.09.1946"
    born = _BIRTH.search(text, max(0, start - 60), start)
    if born and not re.search(r"\d", born[0]):
        return Span(start, end, "BIRTHDATE", 0.9 if end - start > 4 else 0.75)
    return Span(start, end, "EVENT_DATE", relevance if end - start > 7 else min(relevance, 0.4))
