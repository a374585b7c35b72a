"""What of a person a text gives away, found by other code than the one that masks.

A value counts if it stands in one of its spellings as whole words, or if a pattern of its kind finds something of the
same normal form: a date written another way, a telephone number or an id with other separators, an age in words around
it. A coarser value, a label or a stand-in does not count. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import NormalForm, Profile
from sanon.text.folding import fold

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_ORDINAL = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"\b(?:\d{{1,4}}[./-]\d{{1,2}}[./-]\d{{1,4}}|{_ORDINAL}\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}"
    rf"|{_MONTH}\s+{_ORDINAL},?\s+\d{{4}}|{_MONTH},?\s+\d{{4}})\b",
    re.IGNORECASE,
)
_AGE = re.compile(
    r"\b(?:aged?|age:)\s*(\d{1,3})\b|\b(\d{1,3})\s*-?\s*(?:years?|yrs?)[\s-]*old\b|\b(\d{1,3})\s?y/?o\b", re.IGNORECASE
)
_NUMBER = re.compile(r"\d+")
#: Shorter ids and numbers stand in longer ones by chance.
_LEAST_SQUEEZED = 6
#: Digits of a telephone number without its country.
_NATIONAL = 9


@dataclass(frozen=True)
class Secret:
    """A value of a hidden person.

    Attributes:
        type: of the profile.
        normalized: its normal form.
        spellings: as it is written in documents.
    """

    type: str
    normalized: str
    spellings: tuple[str, ...]


@dataclass(frozen=True)
class _Read:
    """A text as it is searched: folded, only its letters and digits, and the normal forms that patterns find."""

    folded: str
    squeezed: str
    dates: frozenset[str]
    ages: frozenset[str]


@lru_cache(maxsize=50_000)  # every prompt retrieves the same few texts
def _read(text: str) -> _Read:
    folded = " ".join(fold(text).text.split())
    found = {match[0] for match in _DATE.finditer(text)}
    return _Read(
        folded,
        re.sub(r"[\W_]+", "", folded),
        frozenset(normalize(date, "date", day_first=order) for date in found for order in (True, False)),
        frozenset(next(filter(None, match.groups())).lstrip("0") for match in _AGE.finditer(text)),
    )


class Giveaways:
    """Finds the values of one person in texts.

    Args:
        secrets: of the person.
        profile: knows the normal form of each type.
    """

    def __init__(self, secrets: Sequence[Secret], profile: Profile) -> None:
        self._tests = [_test_of(secret, profile.types[secret.type].normal_form) for secret in secrets]
        self._known: dict[str, frozenset[int]] = {}

    def of(self, text: str) -> frozenset[int]:
        """Numbers of the secrets that a text gives away."""
        if text not in self._known:
            read = _read(text)
            self._known[text] = frozenset(number for number, test in enumerate(self._tests) if test(read))
        return self._known[text]

    def of_all(self, texts: Iterable[str]) -> frozenset[int]:
        """The same of several texts."""
        return frozenset().union(*map(self.of, texts))


def _test_of(secret: Secret, form: NormalForm) -> Callable[[_Read], bool]:
    spelled = re.compile("|".join(_whole(fold(one).text) for one in secret.spellings))
    by_form = _by_form(secret.normalized, form)
    return lambda read: bool(spelled.search(read.folded)) or by_form(read)


def _whole(spelling: str) -> str:
    words = r"\s".join(map(re.escape, spelling.split()))
    if _NUMBER.fullmatch(spelling):
        return rf"(?<![\w/.:-]){words}(?!\w|[/.:-]\d)"
    return rf"(?<!\w){words}(?!\w)"


def _by_form(normalized: str, form: NormalForm) -> Callable[[_Read], bool]:
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
