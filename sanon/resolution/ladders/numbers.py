"""Ladders of numbers: ages in bands of five and ten years, amounts and quantities in bands that grow with them."""

from __future__ import annotations

import re

from sanon.resolution.ladders.rungs import Climb, Rung, climb
from sanon.resolution.ladders.words import lines
from sanon.resolution.normal_forms import normalize_age
from sanon.text.vocabulary import by_language

_AGE = re.compile(
    r"(?:aged?|age of|im alter von)?[ -]*(?P<years>\d{1,3})"
    r"(?:[ -]?(?:years?|yrs?|jahre?)(?:[ -](?:old|of age|alt))?| ?y/?o)?"
)
_AGE_WORDS = re.compile(r"(?:aged?|age of)?[ -]*([a-z-]+)[ -](?:years?|yrs?)[ -](?:old|of age)")
_NUMBER = re.compile(r"\d{1,3}(?:[ ,.'’\u00a0]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?")
_CURRENCY = {word: code for code, listed in lines("currencies.txt") for word in listed.split(";")}
_CODES = frozenset(_CURRENCY.values())
_WORDS = dict(zip(by_language("numbers")["en"][1:], range(1, 20), strict=True))
_WORDS |= dict(zip(by_language("tens")["en"], range(20, 100, 10), strict=True))
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_STEPS = (1, 2, 5, 10)


def spoken_age_ladder(value: str) -> Climb | None:
    """The same, where a number alone may be anything: 47 years old -> 45-49 -> 40-49."""
    return None if value.strip().isdigit() else age_ladder(value)


def age_ladder(value: str) -> Climb | None:
    """47 -> 45-49 -> 40-49."""
    text = value.casefold().strip(" .,")
    match, words = _AGE.fullmatch(text), _AGE_WORDS.fullmatch(text)
    years = match["years"] if match else normalize_age(words[1]) if words else ""
    if not years.isdigit() or int(years) > 120:
        return None
    age = int(years)
    return climb(str(age), [_years(age - age % 5, 5), _years(age - age % 10, 10)], breadth=1.0)


def _years(first: int, count: int) -> Rung:
    last = first + count - 1
    return Rung(f"{first}-{last}", f"{first}–{last}", breadth=float(count))


def quantity_ladder(value: str) -> Climb | None:
    """EUR 5,443.70 -> EUR 5,000–10,000 -> EUR 1,000–10,000; 50 pages -> 50–99 pages -> 10–99 pages; 37 % -> 30–40 %."""
    text = " ".join(value.casefold().split()).rstrip(".'’")
    found = _first_number(text)
    if found is None:
        return None
    number, rest, whole = found
    words = rest.replace("(", " ").replace(")", " ").replace("[", " ").split()
    # "7,000 Turkish liras (TRL)": the code knows better.
    codes = [one for one in re.findall(r"[a-z]{3}", text) if one.upper() in _CODES]
    currency = codes[0].upper() if codes else next((_CURRENCY[word] for word in words if word in _CURRENCY), None)
    if currency:
        return climb(
            f"{currency} {number:g}".casefold(), [_band(low, high, f"{currency} ", "") for low, high in _bands(number)]
        )
    if rest.strip().startswith("%") or words[:1] in (["percent"], ["per"]):
        low = min(int(number // 10 * 10), 90)
        return climb(f"{number:g} %", [_band(low, low + 10, "", " %")] if number <= 100 else [])
    unit = " ".join(words[:3])
    # "lundi 9", "under 23 champion": a number after other words counts nothing.
    begins = text.removeprefix("about ").removeprefix("approximately ")[0].isdigit()
    if not begins and any(map(str.isdigit, text)):
        return None
    if not unit or len(words) > 3 or not all(word.replace("-", "").isalpha() for word in words):
        return None
    # A count of whole things ends before the next band begins.
    less = 1 if whole and number == int(number) else 0
    return climb(f"{number:g} {unit}", [_band(low, high - less, "", f" {unit}") for low, high in _bands(number)])


def _bands(number: float) -> list[tuple[int, int]]:
    """The band of 1, 2, 5, 10, … that holds a number, then its power of ten; none below 1."""
    if number < 1:
        return []
    power = 10 ** (len(str(int(number))) - 1)
    low = max(step for step in _STEPS if step * power <= number)
    fine = (low * power, _STEPS[_STEPS.index(low) + 1] * power)
    return [band for band in (fine, (power, 10 * power)) if band[1] - band[0] > 1]


def _band(low: int, high: int, before: str, after: str) -> Rung:
    text = f"{before}{low:,}–{high:,}{after}"
    return Rung(text.casefold().replace("–", "-").replace(",", ""), text)


def _first_number(text: str) -> tuple[float, str, bool] | None:
    """The number a text is about, the text without it, and whether it is whole; None if it has none or several."""
    text = re.sub(r"[\[(].*?[\])]", "", text).removeprefix("about ").removeprefix("approximately ").strip()
    matches = list(_NUMBER.finditer(text))
    if len(matches) == 1:
        match = matches[0]
        if text[match.end() :].startswith(("/", ":", "-", "§")) or text[: match.start()].endswith(
            ("/", "§ ", "no. ", "+", "-")
        ):
            return None
        number, whole = _value(match[0])
        rest = text[: match.start()] + " " + text[match.end() :]
        for word, scale in _SCALES.items():
            if rest.split()[:1] == [word] or f" {word} " in f" {rest} ":
                return number * scale, f" {rest} ".replace(f" {word} ", " ").strip(), True
        return number, rest.strip(), whole
    return _in_words(text) if not matches else None


def _value(figures: str) -> tuple[float, bool]:
    """205,000 and 28.224 are whole; 159.50 and 4.5 have decimals."""
    if decimals := re.fullmatch(r"(.*)[.,](\d{1,2})", figures):
        return float(re.sub(r"\D", "", decimals[1]) + "." + decimals[2]), False
    return float(re.sub(r"\D", "", figures)), True


def _in_words(text: str) -> tuple[float, str, bool] | None:
    words = text.replace("-", " ").split()
    total, current, used = 0, 0, 0
    for word in words:
        if word in _WORDS:
            current += _WORDS[word]
        elif word in _SCALES:
            current = max(current, 1) * _SCALES[word]
        elif word == "and" and used:
            pass
        else:
            break
        used += 1
    total += current
    return (float(total), " ".join(words[used:]), True) if total else None
