"""The same date, telephone number or identifier in another format: 1950-07-04 for 4 July 1950."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from sanon.replacement.masked import MaskedEntity
from sanon.resolution.conventions import conventions_of
from sanon.resolution.date_formats import days_of, matches_at, written_dates
from sanon.text.obfuscation.matcher import NearMatch

_NUMBER = re.compile(r"(?<![\w])[+(]?\d(?:[\d .()/\u00a0\u2010-\u2015-]{0,3}\d){4,}(?!\w)")
_FIGURES = re.compile(r"\d+")
_TRUNK = re.compile(r"\(0\)")
_NOT_DIGIT = re.compile(r"\D")
_SUFFIX, _SHORTEST_ID = 7, 5


class Formats:
    """Dates, telephone numbers and numbers of masked entities, found in whatever format they are written.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._dates: defaultdict[str, dict[str, MaskedEntity]] = defaultdict(dict)
        self._phones: defaultdict[str, list[tuple[str, MaskedEntity]]] = defaultdict(list)
        self._ids: defaultdict[str, dict[str, MaskedEntity]] = defaultdict(dict)
        for entity in masked:
            for value in entity.original_values:
                self._add(entity, value)

    def _add(self, entity: MaskedEntity, value: str) -> None:
        digits = _digits(value)
        if entity.normal_form == "date":
            for date in days_of(value, conventions_of(value)):
                self._dates[date][entity.id] = entity
        elif entity.normal_form == "phone" and len(digits) >= _SUFFIX:
            self._phones[digits[-_SUFFIX:]].append((digits, entity))
        elif entity.normal_form == "id" and len(digits) >= _SHORTEST_ID and not any(map(str.isalpha, value)):
            self._ids[digits][entity.id] = entity

    def find(self, text: str, mentioned: Collection[str]) -> Iterator[NearMatch[MaskedEntity]]:
        """Where a text says what a masked entity says; values as they are, are found too.

        Args:
            mentioned: ids of the entities that the text's document mentions.
        """
        if self._dates:
            for date in written_dates(text):
                known = (one for day in sorted(date.days) for one in self._dates.get(day, {}).values())
                yield from _matches(date.start, date.end, known, mentioned)
        if self._phones or self._ids:
            figures = (match.start() for match in _FIGURES.finditer(text))
            for match in matches_at(_NUMBER, text, (start for at in figures for start in (max(at - 1, 0), at))):
                digits = _digits(match.group())
                candidates = self._phones.get(digits[-_SUFFIX:], ())
                called = (one for number, one in candidates if number.endswith(digits) or digits.endswith(number))
                yield from _matches(*match.span(), called, mentioned)
                yield from _matches(*match.span(), self._ids.get(digits, {}).values(), mentioned)


def _matches(
    start: int, end: int, entities: Iterable[MaskedEntity], mentioned: Collection[str]
) -> Iterator[NearMatch[MaskedEntity]]:
    for entity in entities:
        if entity.corpus_wide or entity.id in mentioned:
            yield NearMatch(start, end, entity, "format", "value")


def _digits(value: str) -> str:
    """The figures of a number, without what says that it is international or not."""
    return _NOT_DIGIT.sub("", _TRUNK.sub("", value)).lstrip("0")
