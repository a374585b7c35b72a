"""Normal forms: all spellings of one entity become one value.

Pure and total: every string has a normal form, no call raises, and the normal form of a normal form is itself.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from sanon.settings.profile import NormalForm
from sanon.text.titles import name_words
from sanon.text.vocabulary import by_language, month_names, words

#: Spelling -> number of the month. Left out are short forms that are words: gen, set, ago, mag.
MONTHS = {
    spelling: number
    for language in by_language("months")
    for number, names in enumerate(month_names(language), 1)
    for spelling in names
}
WEEKDAYS = words("weekdays")
MONTH_NUMBER = {name.casefold(): number for name, number in MONTHS.items()}

_ISO = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?:t[\d:.]+z?)?", re.ASCII)
_AROUND = re.compile(
    rf"^(?:(?:{'|'.join(WEEKDAYS)}|mo|di|mi|do|fr|sa|so)[.,]* |"
    r"(?:on|am|den|dem|vom|dated|the|le|el|il|de|del|día|giorno|du) )+|"
    r",?(?: (?:at|um))? \d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]\.?m\.?| ?uhr| hours| hrs)?$"
)
_SPACED = re.compile(r"(?<=\d) ?([./-]) ?(?=\d)", re.ASCII)
_DAY_FIRST = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})", re.ASCII)
_DAY_MONTH = re.compile(r"(\d{1,2})([./])(\d{1,2})", re.ASCII)
_HYPHENED = re.compile(r"^(\d{1,2})[-/]([^\W\d_]{3,9})[-/](\d{2}|\d{4})$", re.ASCII)
_MONTH_YEAR = re.compile(r"(\d{1,2})[./-](\d{4})", re.ASCII)
_YEAR = re.compile(r"\d{4}", re.ASCII)
_WORDS = re.compile(r"[^\W\d_]+|\d+")
_ARTICLE = re.compile(r"(?:the|a|an|der|die|das) (?=\S)")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
_GROUPED = re.compile(
    r"\d{3}-\d{3}-\d{4}|"  # NHS
    r"[1-9][A-Z][A-Z0-9]\d-[A-Z][A-Z0-9]\d-[A-Z]{2}\d\d|"  # Medicare beneficiary identifier
    r"[A-Z]{2}\d\d(?:-[A-Z0-9]{4}){3,7}(?:-[A-Z0-9]{1,3})?|"  # IBAN
    r"[A-Z]{2}-?\d\d-\d\d-\d\d-[A-D]",  # British national insurance
    re.ASCII,
)
_INITIAL = re.compile(r"\b([^\W\d_])\.[ ]?(?=\w)")
_COMPLETE = 0  # phonenumbers.ValidationResult.IS_POSSIBLE: with area code
_AT = re.compile(r" ?[(\[{](?:at|@)[)\]}] ?| at (?=\S+\.\S+$)")
_DOT = re.compile(r" ?[(\[](?:dot|punkt)[)\]] ?| dot (?=\S+( dot \S+)*$)")
_FIGURES = re.compile(r"\d+", re.ASCII)
_NUMBER_WORDS = dict(zip(by_language("numbers")["en"], range(20), strict=True)) | dict(
    zip(by_language("tens")["en"], range(20, 100, 10), strict=True)
)


def normalize(value: str, form: NormalForm, *, day_first: bool = True, region: str | None = None) -> str:
    """The normal form of a value.

    Args:
        value: what stands in the text.
        form: the rule: text, name, date, phone, email, id or age.
        day_first: read 03/04/2019 as 3 April; a date that can only be month first (04/23/2019) is read so anyway.
        region: ISO country code for phone numbers without international prefix; None takes the hints of the notation.
    """
    normal = _once(value, form, day_first=day_first, region=region)
    # Unicode folding can uncover what the rule would change again ("¼" -> "1⁄4" -> "1"): on to the fixed point.
    for _ in range(8):
        # A normal form is day first, whatever the text was.
        before, normal = normal, _once(normal, form, day_first=True, region=region)
        if normal == before:
            break
    return normal


def _once(value: str, form: NormalForm, *, day_first: bool, region: str | None) -> str:
    if form == "date":
        return normalize_date(value, day_first=day_first)
    if form == "phone":
        return normalize_phone(value, region=region)
    return _FORMS[form](value)


@lru_cache(maxsize=65536)
def normalize_text(value: str) -> str:
    """Case-folded, blanks collapsed, leading articles dropped."""
    # NFKC and casefold undo each other's work on some letters; a fixed point makes the form idempotent.
    folded = value
    for _ in range(4):
        before, folded = folded, unicodedata.normalize("NFKC", folded).casefold()
        if folded == before:
            break
    text = " ".join(folded.replace("’", "'").replace("\x00", " ").split())
    while article := _ARTICLE.match(text):
        text = text[article.end() :]
    return text


def normalize_email(value: str) -> str:
    """Case-folded, without `mailto:` and blanks; "jane (at) example dot org" as it is meant."""
    spoken = _AT.sub("@", _DOT.sub(".", normalize_text(value)))
    text = "".join(spoken.split())
    while text.startswith("mailto:"):
        text = text.removeprefix("mailto:")
    return text


@lru_cache(maxsize=4096)
def normalize_name(value: str) -> str:
    """Titles dropped, "DOE, Jane" turned round, case-folded."""
    text = normalize_text(value)
    words = _without_titles(text)
    if text.count(",") == 1:
        family, _, given = text.partition(",")
        # "Do, Linh" and "Lang, MD": behind the comma letters are a degree, before it a name.
        turned = _without_titles(given) + (_without_titles(family) or _words_of(family))
        words = turned or words
    return " ".join(words) or text


def _without_titles(text: str) -> list[str]:
    words = _words_of(text)
    # Splitting can bring a title forward ("a.mr"): once more until nothing changes, each round drops a word.
    while (kept := _words_of(" ".join(name_words(words)))) != words:
        words = kept
    return words


def _words_of(text: str) -> list[str]:
    words = [word.strip(' ,;:"“”()').removesuffix("'s") for word in text.replace(",", " ").split()]
    # "c.a. whomersley" and "c. a. whomersley" are one spelling.
    return _INITIAL.sub(r"\1. ", " ".join(word for word in words if word)).split()


def normalize_id(value: str) -> str:
    """Upper case without blanks; numbers whose hyphens only help the eye (NHS, Medicare, IBAN) without those too."""
    text = "".join(value.replace("\x00", "").split())
    for _ in range(4):
        before, text = text, "".join(_DASHES.sub("-", unicodedata.normalize("NFKC", text)).upper().split())
        if text == before:
            break
    if _GROUPED.fullmatch(text):
        text = text.replace("-", "")
    return text or normalize_text(value)


def normalize_age(value: str) -> str:
    """The years as an integer; words up to ninety-nine."""
    if figures := _FIGURES.search(value):
        return str(int(figures[0][:6]))
    text = normalize_text(value)
    total = 0
    for word in text.replace("-", " ").split():
        total += _NUMBER_WORDS.get(word, 0)
    return str(total) if total else text


def normalize_date(value: str, *, day_first: bool = True) -> str:
    """DD/MM/YYYY; MM/YYYY or YYYY if that is all there is; DD/MM without a year; else as text."""
    text = normalize_text(value.replace(">", " ")).strip(" .,")  # of a reply, over the end of a line
    bare = _AROUND.sub("", text).strip(" .,")
    text = _HYPHENED.sub(r"\1 \2 \3", _SPACED.sub(r"\1", bare) if any(map(str.isdigit, bare)) else text)
    if match := _ISO.fullmatch(text):
        return _date(int(match[3]), int(match[2]), match[1]) or text
    if match := _DAY_FIRST.fullmatch(text):
        first, second, year = int(match[1]), int(match[3]), _full_year(match[4])
        day, month = (first, second) if (day_first or match[2] == ".") else (second, first)
        return _date(day, month, year) or _date(month, day, year) or text
    if match := _DAY_MONTH.fullmatch(text):
        first, second = int(match[1]), int(match[3])
        day, month = (first, second) if (day_first or match[2] == ".") else (second, first)
        return _day_month(day, month) or _day_month(month, day) or text
    if match := _MONTH_YEAR.fullmatch(text):
        return f"{int(match[1]):02}/{match[2]}" if 1 <= int(match[1]) <= 12 else text
    if _YEAR.fullmatch(text):
        return text
    return _date_in_words(text) or text


def _date_in_words(text: str) -> str | None:
    words = _WORDS.findall(text)
    month = [MONTH_NUMBER[word] for word in words if word in MONTH_NUMBER]
    years = [word for word in words if _YEAR.fullmatch(word)]
    days = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) <= 2]
    known = {"st", "nd", "rd", "th", "er", "e", "º", "of", "de", "del", "d", "day", "the"}
    if any(not word.isdigit() and word not in MONTH_NUMBER and word not in known for word in words):
        return None  # "between 3 and 5 May", "early 2019": no single date
    if len(month) != 1 or len(years) > 1 or len(days) > 2 or re.search(r"[-–—/]", text):
        return None
    if len(days) == 2 and not years:  # 3 May 98
        years = [_full_year(f"{days.pop():02}")]
    if len(days) == 2:
        return None
    if days and years:
        return _date(days[0], month[0], years[0])
    if years:
        return f"{month[0]:02}/{years[0]}"
    return _day_month(days[0], month[0]) if days else None


def _day_month(day: int, month: int) -> str | None:
    return f"{day:02}/{month:02}" if 1 <= day <= 31 and 1 <= month <= 12 else None


def _full_year(year: str) -> str:
    return year if len(year) == 4 else ("19" if int(year) > 40 else "20") + year


def _date(day: int, month: int, year: str) -> str | None:
    return f"{day:02}/{month:02}/{year}" if 1 <= day <= 31 and 1 <= month <= 12 else None


@lru_cache(maxsize=4096)
def normalize_phone(value: str, *, region: str | None = None) -> str:
    """E.164 where the country is known, else the digits."""
    import phonenumbers  # 50 ms: only for texts that hold a number

    text = unicodedata.normalize("NFKC", value)
    digits = "".join(str(unicodedata.digit(c)) for c in text if unicodedata.digit(c, None) is not None)
    if not digits:
        return normalize_text(value)
    plus = "+" in text.split(digits[0])[0] if digits[0] in text else False
    number = ("+" if plus else "") + digits
    if not plus and digits.startswith("00"):
        number = "+" + digits.lstrip("0")
    if not plus and re.fullmatch(r"07\d{9}", digits) and region in (None, "GB"):
        return "+44" + digits[1:]  # British mobiles, Ofcom's numbers for fiction too, which count as invalid
    for country in (None,) if number.startswith("+") else _regions(text, digits, region):
        try:
            parsed = phonenumbers.parse(number, country)
        except phonenumbers.NumberParseException:
            continue
        # Where the country is known, a number that is not given out yet, or only in novels, is one of its numbers too.
        possible = country == region and phonenumbers.is_possible_number_with_reason(parsed) == _COMPLETE
        if phonenumbers.is_valid_number(parsed) or (country and possible):
            return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))
    return number


def _regions(text: str, digits: str, region: str | None) -> list[str]:
    """Countries to try for a national number: a trunk zero is British or German, ten digits American."""
    if region and (region == "US") != digits.startswith("0"):
        return [region]
    if not digits.startswith("0"):
        return ["US"]
    return ["DE", "GB"] if "/" in text else ["GB", "DE"]  # Germans write 030/23125


_FORMS: dict[str, Callable[[str], str]] = {
    "text": normalize_text,
    "name": normalize_name,
    "email": normalize_email,
    "id": normalize_id,
    "age": normalize_age,
}
