"""The same date, telephone number or identifier in another format: 1950-07-04 for 4 July 1950."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from sanon.replacement.masked import MaskedEntity
from sanon.resolution.conventions import Conventions, conventions_of, readings
from sanon.resolution.normal_forms import MONTHS
from sanon.text.obfuscation.matcher import NearMatch

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DATE = re.compile(
    r"(?<![\w./-])(?:\d{1,4}([./-] ?)\d{1,2}\1\d{2,4}|(?:19|20)\d{2}[01]\d[0-3]\d"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?\.?[ -]+(?:of +)?(?:{_MONTH})\.?,?[ -]+\d{{2,4}}"
    rf"|(?:{_MONTH})\.? +\d{{1,2}}(?:st|nd|rd|th)?,? +\d{{4}})(?![\w/-])",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"(\d{4})(\d\d)(\d\d)")
_FULL = re.compile(r"\d\d/\d\d/\d{4}")
_NUMBER = re.compile(r"(?<![\w])[+(]?\d(?:[\d .()/\u00a0\u2010-\u2015-]{0,3}\d){4,}(?!\w)")
_FIGURES = re.compile(r"\d+")
_EITHER_ORDER = Conventions(None, None)
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
            for date in _dates(value, conventions_of(value)):
                self._dates[date][entity.id] = entity
        elif entity.normal_form == "phone" and len(digits) >= _SUFFIX:
            self._phones[digits[-_SUFFIX:]].append((digits, entity))
        elif entity.normal_form == "id" and len(digits) >= _SHORTEST_ID and not any(map(str.isalpha, value)):
            self._ids[digits][entity.id] = entity

    def find(self, text: str, mentioned: Collection[str]) -> Iterator[NearMatch[MaskedEntity]]:
        """Where a text says what a masked entity says; values as they are, are found too.

        Args:
            text: any text.
            mentioned: ids of the entities that the text's document mentions.
        """
        figures = [match.start() for match in _FIGURES.finditer(text)]
        if self._dates:
            conventions: Conventions | None = None
            for match in _at(_DATE, text, (start for place in figures for start in (_word_before(text, place), place))):
                dates = _dates(match.group(), _EITHER_ORDER)
                if self._dates.keys().isdisjoint(dates):
                    continue
                if len(_written(match.group(), _EITHER_ORDER)) > 1:
                    conventions = conventions or conventions_of(text)
                    dates = _dates(match.group(), conventions)
                known = (self._dates.get(date, {}) for date in dates)
                yield from _matches(match, (one for entities in known for one in entities.values()), mentioned)
        if self._phones or self._ids:
            for match in _at(_NUMBER, text, (start for place in figures for start in (max(place - 1, 0), place))):
                digits = _digits(match.group())
                candidates = self._phones.get(digits[-_SUFFIX:], ())
                called = (one for number, one in candidates if number.endswith(digits) or digits.endswith(number))
                yield from _matches(match, called, mentioned)
                yield from _matches(match, self._ids.get(digits, {}).values(), mentioned)


def _at(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What `finditer` finds, where a match can only begin at some places; these ascend.

    Looking everywhere takes longer than all else: a pattern that may begin with a month is tried at every letter.
    """
    end = 0
    for start in starts:
        if start >= end and (match := pattern.match(text, start)):
            yield match
            end = match.end()


def _word_before(text: str, place: int) -> int:
    """Where the word before a number begins, with no more than a full stop and blanks between them; else the number."""
    end = place
    while end and text[end - 1] == " ":
        end -= 1
    if end == place:
        return place
    end -= text[end - 1 : end] == "."
    start = end
    while start and text[start - 1].isalpha():
        start -= 1
    return start if start < end else place


def _matches(
    match: re.Match[str], entities: Iterator[MaskedEntity] | Collection[MaskedEntity], mentioned: Collection[str]
) -> Iterator[NearMatch[MaskedEntity]]:
    for entity in entities:
        if entity.corpus_wide or entity.id in mentioned:
            yield NearMatch(*match.span(), entity, "format", "value")


def _dates(value: str, conventions: Conventions) -> set[str]:
    """The days that a value may mean, as DD/MM/YYYY."""
    return {date for date in _written(value, conventions) if _FULL.fullmatch(date)}


@lru_cache(maxsize=4096)
def _written(value: str, conventions: Conventions) -> tuple[str, ...]:
    together = _TOGETHER.fullmatch(value)
    return readings("-".join(together.groups()) if together else value, conventions)


def _digits(value: str) -> str:
    """The figures of a number, without what says that it is international or not."""
    return _NOT_DIGIT.sub("", _TRUNK.sub("", value)).lstrip("0")
