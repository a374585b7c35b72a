"""What of a person a text gives away, found by other code than the one that masks.

A value counts if it stands in one of its spellings as whole words, or if a pattern of its kind finds something of the
same normal form: a date written another way, a telephone number or an id with other separators, an age in words around
it. A coarser value, a label or a stand-in does not count. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sanon.settings.profile import NormalForm, Profile
from sanon.testbench.normal import Normal, normal
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
