"""A value in several entries: {"first_name": "Jane", "last_name": "Roe"}, ["7 Elm Road", "Leeds LS1 4AB"]."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate

from pydantic import JsonValue

from sanon.replacement.masked import MaskedEntity
from sanon.replacement.search import Search
from sanon.resolution.conventions import conventions_of
from sanon.resolution.date_formats import days_of
from sanon.text.obfuscation.decoding import skeleton
from sanon.text.obfuscation.keys import PersonName
from sanon.text.obfuscation.tokens import TOKEN

#: Characters of an entry that may be a part of a value; and what stands for another one.
_LONGEST, _APART = 60, "\ue003" * 9


class SplitValues:
    """Values whose words stand in several entries of a list or a dictionary, one after the other.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity], search: Search) -> None:
        self._search = search
        self._beginnings: set[str] = set()
        self._ends: set[str] = set()
        for entity in masked:
            for value in {*entity.original_values, entity.value}:
                words = _words(value)
                self._beginnings.update(list(accumulate(words))[:-1])
                self._ends.update("".join(words[at:]) for at in range(1, len(words)))
                if entity.normal_form == "date":  # in another order, the month as a number
                    days = days_of(value, conventions_of(value))
                    parts = {*words, *(part for day in days for part in _words(day))}
                    self._beginnings |= parts
                    self._ends |= parts

    def find(self, entries: Sequence[JsonValue], mentioned: Collection[str]) -> dict[int, MaskedEntity]:
        """Places of the entries that together are a value, and whose.

        Args:
            entries: texts and numbers count, others part what stands before and behind them.
            mentioned: ids of the entities that the document mentions.
        """
        texts = [str(entry) if _is_short(entry) else _APART for entry in entries]
        words = ["".join(_words(text)) for text in texts]
        first = next((place for place, text in enumerate(words) if text in self._beginnings), len(words))
        if self._ends.isdisjoint(words[first + 1 :]):
            return {}
        starts = [0, *accumulate(len(text) + 1 for text in texts)]
        found: dict[int, MaskedEntity] = {}
        for match in self._search.find(" ".join(texts), mentioned):
            begin, end = bisect_right(starts, match.start) - 1, bisect_right(starts, match.end - 1) - 1
            if begin < end:
                found |= dict.fromkeys(range(begin, end + 1), match.entity)
        return found


def _is_short(entry: JsonValue) -> bool:
    return isinstance(entry, (str, int)) and not isinstance(entry, bool) and len(str(entry)) <= _LONGEST


def _words(text: str) -> list[str]:
    """The words of a text; numbers without the zeros before them: 04 of a date is 4 of a list."""
    return [word.lstrip("0") for word in TOKEN.findall(text.casefold())]


class SplitNames:
    """Names whose parts stand side by side in a dictionary of the metadata.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._surnames: defaultdict[str, dict[tuple[str, str], MaskedEntity]] = defaultdict(dict)
        for entity in masked:
            for name in map(PersonName.of, entity.corpus_wide_values if entity.normal_form == "name" else ()):
                if name and name.called:
                    surname = " ".join(name.surname)
                    particles = " ".join(part for word in name.given if word not in name.called for part in word)
                    given = [" ".join(word) for word in name.called]
                    for first in {given[0], " ".join(given)}:
                        for last in {surname, f"{particles} {surname}".strip()}:
                            self._surnames[first][last, entity.id] = entity

    def find(self, record: Mapping[str, JsonValue]) -> dict[str, MaskedEntity]:
        """Keys of the entries that together are a name, and whose."""
        if not self._surnames or len(record) < 2:
            return {}
        entries = {key: _plain(value) for key, value in record.items() if isinstance(value, str)}
        keys: defaultdict[str, list[str]] = defaultdict(list)
        for key, text in entries.items():
            keys[text].append(key)
        found: dict[str, MaskedEntity] = {}
        for key, text in entries.items():
            for (surname, _), entity in sorted(self._surnames.get(text, {}).items()):
                for other in keys.get(surname, ()):
                    if other != key:
                        found.setdefault(key, entity)
                        found.setdefault(other, entity)
        return found


def _plain(value: str) -> str:
    return " ".join(skeleton(value).replace("-", " ").replace("'", " ").split()) if len(value) <= _LONGEST else ""
