"""Dates of a text in whatever form they are written, each with the days that it may mean. Pure.

Full dates only: a month and a year name no day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import NamedTuple
from unicodedata import decimal

from ahocorasick_rs import AhoCorasick

from sanon.resolution.conventions import Conventions, conventions_of, readings
from sanon.resolution.normal_forms import MONTHS
from sanon.resolution.spelled_dates import LONGEST_DAY, LONGEST_YEAR, day_in_words, year_in_words
from sanon.text.vocabulary import births, by_language

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_ROMAN = ("", *["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"])
_ROMANS = "|".join(sorted(_ROMAN[1:], key=len, reverse=True))
_OF = r"(?:(?:of|de|del|d'|day of) +)?"
_CLOCK = r"\d\d:\d\d(?::\d\d)?"
_TIME = r"(?=[Tt]\d\d:?\d\d)"
#: Of a day in figures; the month in figures, as a word or as a Roman number.
_DATE = re.compile(
    r"(?<!\d)(?:(?<=\d{4}-)|(?<!\d[./-]))(?:\d{1,4}(?:([./-]) ?\d{1,2}\1 ?|([ _])\d{1,2}\2)['’]?\d{2,4}"
    r"|(?:19|20)\d\d(?:([./-]) ?\d{1,2}\3 ?|([ _])\d{1,2}\4|(?:, ?)\d{1,2}, ?)\d{1,2}"
    r"|(?:19|20)\d\d:\d\d:\d\d"
    r"|(?:19|20)\d{2}[01]\d[0-3]\d|[0-3]\d[01]\d(?:19|20)\d{2}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|º)?\.?(?:[ -]+{_OF}|[/_]?)(?:{_MONTH})\.?,?(?:[ -]+{_OF}|[/_]?)['’]?\d{{2,4}}"
    rf"|(?:{_MONTH}) +\d{{1,2}} {_CLOCK} (?:[A-Z]{{3,5}} )?\d{{4}}"
    rf"|(?:{_MONTH})\.?[ -]+\d{{1,2}}(?:st|nd|rd|th)?,?[ -]+['’]?\d{{2,4}}"
    rf"|(?:19|20)\d\d(?:[.,]? +|[-/_])(?:{_MONTH})(?:\.? +|[-/_])\d{{1,2}}"
    rf"|\d{{1,2}}(?:\. ?|[ /-])(?:{_ROMANS})(?:\. ?|[ /-])\d{{2,4}}"
    r"|\d{4} ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일])"
    rf"(?:(?<=[日일])|(?<=\d{{4}})(?!\d)|(?!\d|[/-]\d)|{_TIME})",
    re.IGNORECASE,
)
_FIGURES = re.compile(r"\d+")
_MONTH_NUMBERS = {
    spelling: number for name, number in MONTHS.items() for spelling in (name, name.lower(), name.upper(), name.title())
}
_MONTH_SPELLINGS = list(_MONTH_NUMBERS)
_DAY_BEFORE = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)?\.?(?: (?:day )?of)?(?= $)")
_DAY_BEHIND = re.compile(r" (?:the )?(?:(\d{1,2})(?:st|nd|rd|th)?|([^\W\d_]+(?:-[^\W\d_]+)?))(?=,? )")
_WORDS_BEFORE = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*(?= $)")
_WORDS_BEHIND = re.compile(rf"[,.]? +(?:(\d{{4}})\b|([^\W\d_]+(?:[ -][^\W\d_]+){{0,{LONGEST_YEAR - 1}}}))")
_TOGETHER = re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)|(\d\d)(\d\d)(\d{4})")
_SHORT_YEAR = re.compile(r"(?<!\d)(?<!^)\d\d$")
_YEAR_FIRST = re.compile(r"\d{4}")
_OTHER_MARK = re.compile(r"(?<=\d)(?:[ :_]|, ?)(?=\d)")
_CLOCK_BEFORE_YEAR = re.compile(rf" {_CLOCK}(?: [A-Z]{{3,5}})?(?= \d{{4}}$)", re.IGNORECASE)
_MONTH_WORD = re.compile(r"[^\W\d_]{3}")
_BESIDE_WORD = re.compile(r"[/_-]")
_IDEOGRAPHS = re.compile(r"\s*[年년月월]\s*")
_FULL = re.compile(r"\d\d/\d\d/\d{4}")
_ROMAN_MONTH = re.compile(rf"(?<=[\d. /-])(?:{_ROMANS})(?=[. /-])", re.IGNORECASE)
_EITHER_ORDER, _DAY_FIRST = Conventions(None, None), Conventions(True, None)
#: Seconds since 1970, or thousandths of them; and what says, shortly before, that it is a day.
_SHORTEST_SECONDS = 5
_SECONDS = re.compile(r"(?<![\w.-])-?\d{5,13}(?![\w-])")
_SIX_FIGURES = re.compile(r"(\d\d)(\d\d)(\d\d)", re.ASCII)
_DAY_LABEL = re.compile(
    rf"\b(?:(?:{'|'.join(births())}|birth|geb|naiss|nac)\w*|date|datum|fecha|data|timestamp|ts|time)"
    r"[^\w\n]{0,6}(?:\w+[^\w\n]{0,4})?$",
    re.IGNORECASE,
)
_LABEL = 40
#: Eras of Japan by the year before their first.
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_OF_ERA = re.compile(rf"({'|'.join(_ERAS)}) ?(\d{{1,2}}|元) ?年 ?(\d{{1,2}}) ?月 ?(\d{{1,2}}) ?日")
#: {"year": 1947, "month": 11, "day": 14}, birth_year=1947&birth_month=11&birth_day=14, {"d":14,"m":11,"y":1947}.
_PARTS = {
    word: part for words in by_language("parts_of_dates").values() for part, word in zip("ymd", words, strict=True)
}
_NAMED = rf"({'|'.join(_PARTS)}|\b[ymd])[\"']?\s{{0,4}}[:=]?\s{{0,4}}[\"']?(\d{{1,4}})"
#: Year and month by name, or a month by its letter: what has neither has no such date.
_PARTS_NAMED = [words[:2] for words in by_language("parts_of_dates").values()]
_MONTHS_LETTERED = ('m"', "m'", "m=", "m:")
_NAMED_PARTS = re.compile(r"[\"']?[\s,;&]{1,9}[\"']?(?:[a-z]+_?)?".join([_NAMED] * 3), re.IGNORECASE)
#: A day and a month, and no year.
_NO_YEAR = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|er|º)?\.?[ -]+{_OF}(?P<after>{_MONTH})\b"
    rf"|(?P<before>{_MONTH})\.?[ -]+\d{{1,2}}(?:st|nd|rd|th)?\b)"
    rf"(?!\.?,?[ -]+{_OF}(?:['’]\d\d|\d{{4}})\b)",
    re.IGNORECASE,
)


class WrittenDate(NamedTuple):
    """A date of a text.

    Attributes:
        start, end: where it stands.
        days: that it may mean, as DD/MM/YYYY; two where nothing tells which number is the month.
    """

    start: int
    end: int
    days: frozenset[str]


def written_dates(text: str) -> Iterator[WrittenDate]:
    """The full dates of a text, by form and not in its order; some may overlap.

    Args:
        text: any text; its other dates tell whether day or month comes first.
    """
    conventions: Conventions | None = None
    figures = [match.span() for match in _FIGURES.finditer(text)]
    starts = (start for place, _ in figures for start in (_word_before(text, place), place))
    for match in matches_at(_DATE, text, starts):
        days = days_of(match.group(), _EITHER_ORDER)
        if len(days) > 1:
            conventions = conventions or conventions_of(text)
            days = days_of(match.group(), conventions)
        if days:
            yield WrittenDate(*match.span(), days)
    yield from _in_words(text)
    yield from _in_parts(text)
    yield from _in_seconds(text, [start for start, end in figures if end - start >= _SHORTEST_SECONDS])


def days_of(value: str, conventions: Conventions) -> frozenset[str]:
    """The days that a value may mean, as DD/MM/YYYY."""
    return frozenset(date for date in _normal_forms(value, conventions) if _FULL.fullmatch(date))


def matches_at(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What a text holds of a pattern at some places; it may overlap: of "4 14 11 1947" the last three may be a day.

    Looking everywhere takes longer than all else: a pattern that may begin with a month is tried at every letter.
    """
    return filter(None, (pattern.match(text, start) for start in starts))


def _word_before(text: str, place: int) -> int:
    """Where the word before a number begins, with a full stop, blanks or hyphens between; else the number."""
    end = place
    while end and text[end - 1] in " -":
        end -= 1
    if end == place:
        return place
    end -= text[end - 1 : end] == "."
    start = end
    while start and text[start - 1].isalpha():
        start -= 1
    return start if start < end else place


@lru_cache(maxsize=4096)
def _normal_forms(value: str, conventions: Conventions) -> tuple[str, ...]:
    if not value.isascii():  # figures of other scripts
        value = "".join(str(decimal(one, one)) for one in value)
    value = _CLOCK_BEFORE_YEAR.sub("", value)
    if together := _TOGETHER.fullmatch(value):
        value = "-".join(filter(None, together.groups()))
    elif value[-1:] in "日일":
        value = _IDEOGRAPHS.sub("-", value[:-1]).strip()
    value = _ROMAN_MONTH.sub(lambda match: str(_ROMAN.index(match[0].upper())), value.replace("'", "").replace("’", ""))
    value = _BESIDE_WORD.sub(" ", value) if _MONTH_WORD.search(value) else _OTHER_MARK.sub("-", value)
    spellings = [value]
    if not _YEAR_FIRST.match(value) and (short := _SHORT_YEAR.search(value)):  # of this century or of the last one
        spellings = [f"{value[: short.start()]}{century}{short[0]}" for century in (19, 20)]
    return tuple(date for spelling in spellings for date in readings(spelling, conventions))


def _in_words(text: str) -> Iterator[WrittenDate]:
    """Dates whose day or year are words: the fourteenth of November nineteen forty-seven."""
    for number, start, end in _months().find_matches_as_indexes(text, overlapping=True):
        for begin, day, after in _days_beside(text, start, end):
            behind = _WORDS_BEHIND.match(text, after)
            if year := _year_behind(behind) if behind else None:
                month = _MONTH_NUMBERS[_MONTH_SPELLINGS[number]]
                yield WrittenDate(begin, year[0], frozenset({f"{day:02}/{month:02}/{year[1]}"}))


def _days_beside(text: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Days before a month and behind it: where day and month begin, the day, and where they end."""
    if text[start - 1 : start] == " ":
        left = max(0, start - _LABEL)
        if (words := _WORDS_BEFORE.search(text, left, start)) and (day := _day_before(words)):
            yield *day, end
        if figures := _DAY_BEFORE.search(text, left, start):
            yield figures.start(), int(figures[1]), end
    behind = _DAY_BEHIND.match(text, end)
    number = (int(behind[1]) if behind[1] else day_in_words(behind[2])) if behind else None
    if behind and number:
        yield start, number, behind.end()


@cache
def _months() -> AhoCorasick:
    return AhoCorasick(_MONTH_SPELLINGS)


def _day_before(words: re.Match[str]) -> tuple[int, int] | None:
    """Where the day at the end of some words begins, and its number."""
    parts = [match.span() for match in re.finditer(r"[^\W\d_]+", words[0])]
    offset, last = words.start(), len(parts)
    if last and words[0][slice(*parts[-1])].casefold() in ("of", "de"):
        last -= 1
    if last and words[0][slice(*parts[last - 1])].casefold() == "day":
        last -= 1
    for first in range(max(0, last - LONGEST_DAY), last):
        day = day_in_words(words[0][parts[first][0] : parts[last - 1][1]])
        if day:
            return offset + parts[first][0], day
    return None


def _year_behind(words: re.Match[str]) -> tuple[int, int] | None:
    """Where the year at the beginning of some words ends, and the year."""
    if words[1]:
        return words.end(1), int(words[1])
    parts = [match.end() for match in re.finditer(r"[^\W\d_]+", words[2])]
    for end in reversed(parts):
        year = year_in_words(words[2][:end])
        if year:
            return words.start(2) + end, year
    return None


def days_without_year(text: str) -> Iterator[WrittenDate]:
    """Days that a text names by day and month alone, as DD/MM; the month is a word."""
    starts = (
        start for match in _FIGURES.finditer(text) for start in (_word_before(text, match.start()), match.start())
    )
    for match in matches_at(_NO_YEAR, text, starts):
        month = _MONTH_NUMBERS.get((match["after"] or match["before"]).lower())
        if month:
            day = int(_FIGURES.search(match[0])[0])  # type: ignore[index]
            yield WrittenDate(*match.span(), frozenset({f"{day:02}/{month:02}"}))


def _in_parts(text: str) -> Iterator[WrittenDate]:
    """Dates whose parts are named, and dates of Japanese eras."""
    lower = text.lower()
    is_named = any(year in lower and month in lower for year, month in _PARTS_NAMED)
    for match in _NAMED_PARTS.finditer(text) if is_named or any(mark in lower for mark in _MONTHS_LETTERED) else ():
        names = [_PARTS.get(name.lower(), name.lower()) for name in match.groups()[::2]]
        parts = dict(zip(names, map(int, match.groups()[1::2]), strict=True))
        if len(parts) == len(names):
            yield _date(match, parts["d"], parts["m"], parts["y"])
    for match in _OF_ERA.finditer(text) if "年" in text else ():
        era, year, month, day = match.groups()
        yield _date(match, int(day), int(month), _ERAS[era] + (1 if year == "元" else int(year)))


def _date(match: re.Match[str], day: int, month: int, year: int) -> WrittenDate:
    return WrittenDate(*match.span(), frozenset({f"{day:02}/{month:02}/{year}"}))


def _in_seconds(text: str, figures: Iterable[int]) -> Iterator[WrittenDate]:
    """Unix time and six figures behind a label that says that a day follows; `figures`: where long numbers begin."""
    for match in matches_at(_SECONDS, text, (start - (text[start - 1 : start] == "-") for start in figures)):
        if _DAY_LABEL.search(text, max(0, match.start() - _LABEL), match.start()):
            number = int(match[0])
            days = {day for scale in (1, 1000) for day in _midnights(number, scale)} | _of_six_figures(match[0])
            if days:
                yield WrittenDate(*match.span(), frozenset(days))


def _midnights(number: int, scale: int) -> Iterator[str]:
    """The days that begin at a time, in Greenwich or elsewhere: clocks are up to 14 hours before it."""
    seconds, rest = divmod(number, scale)
    if rest or seconds % 3600:
        return
    for hours in (0, 14):
        try:
            when = datetime.fromtimestamp(seconds + hours * 3600, UTC)
        except (OverflowError, OSError, ValueError):
            return
        yield f"{when:%d/%m/%Y}"


def _of_six_figures(figures: str) -> set[str]:
    """The days that 471114 or 141147 may mean."""
    if not (parts := _SIX_FIGURES.fullmatch(figures)):
        return set()
    one, month, other = parts.groups()
    orders = ((one, other), (other, one))
    spelled = (f"{day}/{month}/{century}{year}" for year, day in orders for century in (19, 20))
    return {date for spelling in spelled for date in days_of(spelling, _DAY_FIRST)}
