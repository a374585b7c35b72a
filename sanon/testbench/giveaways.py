"""What of a person a text gives away, found by other code than the one that masks.

A value counts if it stands in one of its spellings as whole words, or if a pattern of its kind finds something of the
same normal form: a date written another way, a telephone number or an id with other separators, an age in words around
it. So "19 yrs" is 19 years, "Age: 19" is an age of 19, and "6 Feb 2024" is 06/02/2024, whoever wrote it. A coarser
value, a label or a stand-in does not count. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import NormalForm, Profile
from sanon.testbench.persons import Secret
from sanon.text.folding import fold

_NUMBER = re.compile(r"\d+")
#: Shorter ids and numbers stand in longer ones by chance.
_LEAST_SQUEEZED = 6
#: Digits of a telephone number without its country.
_NATIONAL = 9


class Giveaways:
    """Finds the values of one person in texts."""

    def __init__(self, secrets: Sequence[Secret], profile: Profile) -> None:
        self._secrets = secrets
        self._tests = [_test_of(secret, profile.types[secret.type].normal_form) for secret in secrets]
        self._found: dict[str, frozenset[int]] = {}

    def of(self, text: str) -> frozenset[int]:
        """Numbers of the secrets that a text gives away."""
        if text not in self._found:
            read = normal(text)
            self._found[text] = frozenset(number for number, test in enumerate(self._tests) if test(read))
        return self._found[text]

    def values(self, text: str) -> frozenset[tuple[str, str]]:
        """Types and normal forms of the secrets that a text gives away."""
        return frozenset((self._secrets[one].type, self._secrets[one].normalized) for one in self.of(text))


def _test_of(secret: Secret, form: NormalForm) -> Callable[[Normal], bool]:
    spelled = re.compile("|".join(_whole(fold(one).text) for one in secret.spellings))
    by_form = _by_form(secret.normalized, form)
    return lambda read: bool(spelled.search(read.folded)) or by_form(read)


def _whole(spelling: str) -> str:
    words = r"\s".join(map(re.escape, spelling.split()))
    if _NUMBER.fullmatch(spelling):
        return rf"(?<![\w/.:-]){words}(?!\w|[/.:-]\d)"
    return rf"(?<!\w){words}(?!\w)"


def _by_form(normalized: str, form: NormalForm) -> Callable[[Normal], bool]:
    squeezed = re.sub(r"[\W_]+", "", fold(normalized).text)
    if form == "phone":
        squeezed = squeezed[-_NATIONAL:]
    if form in ("phone", "id", "email"):
        return lambda read: len(squeezed) >= _LEAST_SQUEEZED and squeezed in read.squeezed
    if form == "date":
        return lambda read: normalized in read.dates
    if form == "age":
        return lambda read: normalized in read.ages
    return lambda _read: False


_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"\b(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|{_ORDINAL}\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}"
    rf"|{_MONTH}\s+{_ORDINAL},?\s+\d{{4}}|{_MONTH},?\s+\d{{4}})\b",
    re.IGNORECASE,
)
#: A number in the same clause as the word: "aged 61", "Age at inclusion was 61", "61 y/o", "61-year-old", "61 years";
#: or of somebody: "Ann (61) is", "is now 61", "was 61 at the time", "At 61, living", "a person of 61", ", is 61."
_AGE = re.compile(
    r"\bage[ds]?\b[^.;\n\d]{0,24}?\b(\d{1,3})\b|\b(\d{1,3})\s*-?\s*(?:years?|yrs?)[\s-]*(?:old|of\s+age)\b"
    r"|\b(\d{1,3})\s?y(?:\.?/?o\.?)?\b|\bi(?:'m|\s+am)\s+(\d{1,3})\b"
    r"|\b(?:how old|your age)\b[^.\n\d]{0,32}?\s(?:\w+:\s*)?(\d{1,3})\b"
    r"|\((\d{2})\)\s(?:is|was)\b|\bis\snow\s(\d{2})\b|\bwas\s(\d{2})\sat\sthe\stime\b|\bat\s(\d{2}),"
    r"|\bperson\sof\s(\d{2})\b|,\sis\s(\d{2})(?=[.,;])",
    re.IGNORECASE,
)
_UNITS = {
    "year": "year years yr yrs",
    "week": "week weeks wk wks",
    "night": "night nights nt nts",
    "day": "day days",
    "hour": "hour hours hr hrs",
    "percent": "percent %",
    "dollar": "dollar dollars usd $",
}
_UNIT = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_NAMED_UNIT = "|".join(sorted((re.escape(word) for word in _UNIT), key=len, reverse=True))
_FIGURES = r"\d+(?:,\d{3})*(?:\.\d+)?"
_BEHIND = re.compile(rf"(?<![\d.,/-])({_FIGURES})\s?-?(?P<unit>{_NAMED_UNIT})(?!\w)", re.IGNORECASE)
#: "Nights in hospital: 33", "USD 410.20", "How many nights? - Caller: 33": few words between, none ends the sentence.
_BEFORE = re.compile(
    rf"(?<!\w)(?P<unit>{_NAMED_UNIT})(?![^\W\d])[^.;\n\d]{{0,20}}?(?:\?[\s-]+\w+:\s*)?"
    rf"(?<![\d.,/-])({_FIGURES})(?![\d/-])",
    re.IGNORECASE,
)

Quantity = tuple[float, str]
"""Number and unit, such as (33.0, "night")."""


@dataclass(frozen=True)
class Normal:
    """What values are sought in.

    Attributes:
        folded: in lower case without accents, blanks as one.
        squeezed: only letters and digits of that.
        dates: DD/MM/YYYY and MM/YYYY, in either order of day and month where both can be meant.
        ages: in years.
        quantities: numbers with a unit.
    """

    folded: str
    squeezed: str
    dates: frozenset[str]
    ages: frozenset[str]
    quantities: frozenset[Quantity]


@lru_cache(maxsize=50_000)  # every prompt retrieves the same few texts
def normal(text: str) -> Normal:
    """Read a text."""
    folded = " ".join(fold(text).text.split())
    found = {match[0] for match in _DATE.finditer(text)}
    ages = frozenset(next(filter(None, match.groups())).lstrip("0") for match in _AGE.finditer(text))
    quantities = [*_BEHIND.finditer(text), *_BEFORE.finditer(text)]
    return Normal(
        folded,
        re.sub(r"[\W_]+", "", folded),
        frozenset(normalize(date, "date", day_first=order) for date in found for order in (True, False)),
        ages,
        frozenset(_quantity(match) for match in quantities) | {(float(age), "year") for age in ages if age},
    )


def _quantity(match: re.Match[str]) -> Quantity:
    number = next(group for group in match.groups() if group and group[0].isdigit())
    return float(number.replace(",", "")), _UNIT[match["unit"].lower()]
