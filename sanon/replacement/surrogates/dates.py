"""Stand-ins for dates: dates that stand together move by the same weeks, so intervals and weekdays stay."""

from __future__ import annotations

import re
from datetime import date, timedelta

from sanon.replacement.surrogates.draws import Draws
from sanon.resolution.ladders.dates import MONTH_NAMES
from sanon.resolution.normal_forms import normalize_date
from sanon.text.splicing import spliced
from sanon.text.vocabulary import by_language, month_names

_NEAREST, _FARTHEST = 5, 260
_FULL = re.compile(r"(\d\d)/(\d\d)/(\d{4})", re.ASCII)
_MONTH = re.compile(r"(\d\d)/(\d{4})", re.ASCII)
_YEARLESS = re.compile(r"(\d\d)/(\d\d)", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_PIECE = re.compile(r"\d+(?:st|nd|rd|th)?|[^\W\d_]+\.?", re.IGNORECASE)
#: Lists of month names: all in full or all short, language by language.
_STYLES_OF = {
    language: tuple(tuple(names[:length][-1] for names in month_names(language)) for length in (1, 2))
    for language in by_language("months")
}
_STYLES = tuple(style for styles in _STYLES_OF.values() for style in styles)
_GERMAN = re.compile(r"\d\.\s*[^\W\d]")


def offset(key: bytes, anchor: str) -> int:
    """Days that the dates of somebody move: whole weeks, 5 to 260, back or forth."""
    draws = Draws(key, "dates", anchor)
    return 7 * (draws.below(_FARTHEST - _NEAREST + 1) + _NEAREST) * draws.pick((-1, 1))


def stand_in(value: str, days: int) -> str | None:
    """The date so many days later, in its normal form; months and years by their middle; None if it is none."""
    normal, step = normalize_date(value), timedelta(days)
    try:
        if match := _FULL.fullmatch(normal):
            return (_date(match) + step).strftime("%d/%m/%Y")
        if match := _MONTH.fullmatch(normal):
            return (date(int(match[2]), int(match[1]), 15) + step).strftime("%m/%Y")
        if match := _YEARLESS.fullmatch(normal):
            return (date(2001, int(match[2]), int(match[1])) + step).strftime("%d/%m")
        if _YEAR.fullmatch(normal):
            return f"{(date(int(normal), 7, 1) + step).year:04}"
    except (ValueError, OverflowError):
        pass  # 30 February, the year 0
    return None


def days_between(value: str, replacement: str) -> int | None:
    """How far a full date was moved; None for others."""
    old, new = _FULL.fullmatch(normalize_date(value)), _FULL.fullmatch(replacement)
    if old is None or new is None:
        return None
    return (_date(new) - _date(old)).days


def _date(match: re.Match[str]) -> date:
    return date(int(match[3]), int(match[2]), int(match[1]))


def in_form(value: str, replacement: str, spelling: str) -> str:
    """The new date as the spelling writes dates; in words where that cannot be told."""
    old, new = _fields(normalize_date(value)), _fields(replacement)
    for left_out in ((), ("year",), ("day",), ("day", "year")):  # "January 9" does not say which year
        shorter, fresh = ({name: text for name, text in one.items() if name not in left_out} for one in (old, new))
        written = _rewritten(shorter, fresh, spelling) if shorter else None
        if written:
            return written
    return in_words(replacement)


def in_words(normal: str) -> str:
    """12/03/2019 -> 12 March 2019."""
    fields = _fields(normal)
    day = str(int(fields["day"])) if "day" in fields else ""
    month = MONTH_NAMES[int(fields["month"]) - 1] if "month" in fields else ""
    return " ".join(filter(None, (day, month, fields.get("year", ""))))


def _fields(normal: str) -> dict[str, str]:
    parts = normal.split("/")
    if len(parts) == 1:
        return {"year": normal}
    if len(parts) == 2:
        return dict(zip(("month", "year") if len(parts[1]) == 4 else ("day", "month"), parts, strict=True))
    return dict(zip(("day", "month", "year"), parts[:3], strict=True))


def _rewritten(old: dict[str, str], new: dict[str, str], spelling: str) -> str | None:
    """Replace day, month and year where they stand; None if one of them is not found."""
    if old.keys() != new.keys():
        return None
    pieces = list(_PIECE.finditer(spelling))
    named = next((piece for piece in pieces if _month_name(piece[0], old.get("month"), spelling)), None)
    wanted = [name for name in ("year", "day", "month") if name in old and not (name == "month" and named)]
    changes: dict[int, tuple[int, int, str]] = {}
    if named and "month" in old:
        style = _month_name(named[0], old["month"], spelling) or _STYLES[0]
        month = style[int(new["month"]) - 1]
        text = named[0].rstrip(".")
        written = month.upper() if text.isupper() else month.lower() if text.islower() else month
        changes[named.start()] = named.start(), named.start() + len(text), written
    numbers = [piece for piece in pieces if piece[0][0].isdecimal()]
    # Month first: 04/23/2019, where the first number is the month and the second the day.
    values = [int(re.sub(r"\D", "", piece[0])) for piece in numbers]
    if not named and {"day", "month"} <= old.keys() and values[:2] == [int(old["month"]), int(old["day"])]:
        wanted = [name for name in wanted if name not in ("day", "month")] + ["month", "day"]
    for name in wanted:
        piece = next((one for one in numbers if one.start() not in changes and _is(one[0], name, old[name])), None)
        if piece is None:
            return None
        changes[piece.start()] = piece.start(), piece.end(), _figures(piece[0], name, new[name])
    return spliced(spelling, sorted(changes.values()))


def _is(figures: str, name: str, value: str) -> bool:
    digits = re.sub(r"\D", "", figures)
    if name == "year":
        return digits == value or (len(digits) == 2 and digits == value[2:] and figures == digits)
    return len(digits) <= 2 and int(digits) == int(value)


def _figures(figures: str, name: str, value: str) -> str:
    digits = re.sub(r"\D", "", figures)
    if name == "year":
        return value if len(digits) == 4 else value[2:]
    number = str(int(value))
    if figures != digits:
        ending = "th" if number in ("11", "12", "13") else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th")
        return number + (ending.upper() if figures[-1].isupper() else ending)
    return number.zfill(len(digits)) if digits.startswith("0") or (len(digits) == 2 and len(number) == 2) else number


def _month_name(word: str, month: str | None, spelling: str) -> tuple[str, ...] | None:
    """The list of months that a word is taken from, if it names the month."""
    if month is None:
        return None
    text = word.rstrip(".").casefold()
    text = "sep" if text == "sept" else text
    ordered = _STYLES_OF["de"] + _STYLES if _GERMAN.search(spelling) else _STYLES
    return next((style for style in ordered if style[int(month) - 1].casefold() == text), None)
