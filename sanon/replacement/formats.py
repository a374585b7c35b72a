"""The same date, telephone number or identifier in another format: 1950-07-04 for 4 July 1950."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple
from unicodedata import decimal

from sanon.replacement.masked import MaskedEntity
from sanon.resolution.conventions import conventions_of
from sanon.resolution.date_formats import days_of, days_without_year, written_dates
from sanon.text.aligned import AlignedText
from sanon.text.obfuscation.decoding import Skeleton
from sanon.text.obfuscation.matcher import NearMatch

#: Figures with what may part those of one number: every run is read once, so that no text takes longer than it is long.
_RUN = re.compile(r"\d+(?:[ \t_.()/\u00a0\u2010-\u2015\u3000-]{1,3}\d+)*")
_FIGURES = re.compile(r"\d+")
#: A date goes on over a line end.
_BLANKS = re.compile(r"\s+")
_TRUNK = re.compile(r"\(0\)")
_NOT_DIGIT = re.compile(r"\D")
_SUFFIX, _SHORTEST_ID = 7, 5
#: Figures of a country code, and of the longest number with what is dialled before it (E.164).
_COUNTRY, _LONGEST = 3, 17


class Formats:
    """Dates, telephone numbers and numbers of masked entities, found in whatever format they are written.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._dates: defaultdict[str, dict[str, MaskedEntity]] = defaultdict(dict)
        self._days: defaultdict[str, dict[str, MaskedEntity]] = defaultdict(dict)
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
                if entity.corpus_wide:
                    self._days[date[:5]][entity.id] = entity
        elif entity.normal_form == "phone" and len(digits) >= _SUFFIX:
            self._phones[digits[-_SUFFIX:]].append((digits, entity))
        elif entity.normal_form == "id" and len(digits) >= _SHORTEST_ID and not any(map(str.isalpha, value)):
            self._ids[digits][entity.id] = entity

    def find(self, readings: Iterable[Skeleton], mentioned: Collection[str]) -> Iterator[NearMatch[MaskedEntity]]:
        """Where a text says what a masked entity says; values as they are, are found too.

        Args:
            readings: the ways to read the text.
            mentioned: ids of the entities that the text's document mentions.
        """
        forms = [(reading.cased, reading.cased.rewritten(_BLANKS, _blank)) for reading in readings]
        for _, one_line in forms:
            for match in self._days_in(one_line.text, mentioned):
                yield _placed(match, one_line)
        if self._phones or self._ids:
            for form in {form.text: form for pair in forms for form in pair}.values():
                for run in _RUN.finditer(form.text):
                    for match in self._in_run(_Run.of(form.text, *run.span()), mentioned):
                        yield _placed(match, form)

    def _days_in(self, text: str, mentioned: Collection[str]) -> Iterator[NearMatch[MaskedEntity]]:
        if self._dates:
            for date in written_dates(text):
                known = (one for day in sorted(date.days) for one in self._dates.get(day, {}).values())
                yield from _matches(date.start, date.end, known, mentioned)
        # Everybody has a birthday, so without its year it means nobody where the person is not mentioned.
        for date in days_without_year(text) if self._days else ():
            for entity in (one for day in date.days for one in self._days.get(day, {}).values()):
                if entity.id in mentioned:
                    yield NearMatch(date.start, date.end, entity, "format", "value")

    def _in_run(self, run: _Run, mentioned: Collection[str]) -> Iterator[NearMatch[MaskedEntity]]:
        """Numbers in a run of figures, which may be one of them or several in a row."""
        size = len(run.places)
        yield from _matches(*run.span(0, size), self._ids.get(run.figures.lstrip("0"), {}).values(), mentioned)
        for after, end in enumerate(run.ends, 1):
            for number, entity in self._phones.get(run.figures[max(end - _SUFFIX, 0) : end], ()):
                firsts = (first for first in range(after) if not first or end - run.ends[first - 1] <= _LONGEST)
                for start, stop in (run.span(first, after) for first in firsts):
                    written = run.text[start:stop]
                    is_whole = (start, stop) == run.span(0, size) and not run.is_in_word
                    if _is_called(number, _digits(written), is_whole, written.startswith(("+", "00"))):
                        yield from _matches(start, stop, [entity], mentioned)


class _Run(NamedTuple):
    """Figures with single signs between them.

    Attributes:
        text: the whole text.
        figures: all figures of the run.
        ends: where each group of them ends in these.
        places: where each group stands in the text.
        is_in_word: a letter stands before the run or behind it.
    """

    text: str
    figures: str
    ends: Sequence[int]
    places: Sequence[tuple[int, int]]
    is_in_word: bool

    @classmethod
    def of(cls, text: str, start: int, end: int) -> _Run:
        """Take a run apart."""
        places = [match.span() for match in _FIGURES.finditer(text, start, end)]
        ends = list(accumulate(stop - begin for begin, stop in places))
        around = text[max(start - 1, 0) : start] + text[end : end + 1]
        return cls(text, _figures(text[start:end]), ends, places, any(map(str.isalpha, around)))

    def span(self, first: int, after: int) -> tuple[int, int]:
        """Where some of its groups stand in the text, with the sign before them."""
        start = self.places[first][0]
        return start - (self.text[max(start - 1, 0) : start] in ("+", "(")), self.places[after - 1][1]


def _is_called(number: str, figures: str, is_whole: bool, is_international: bool) -> bool:
    """Whether figures are a telephone number, with or without its country; a whole run may be longer or shorter."""
    if len(figures) < _SUFFIX:
        return False
    if number.endswith(figures):
        return is_whole or len(number) - len(figures) <= _COUNTRY
    return figures.endswith(number) and (is_whole or is_international)


def _matches(
    start: int, end: int, entities: Iterable[MaskedEntity], mentioned: Collection[str]
) -> Iterator[NearMatch[MaskedEntity]]:
    for entity in entities:
        if entity.corpus_wide or entity.id in mentioned:
            yield NearMatch(start, end, entity, "format", "value")


def _digits(value: str) -> str:
    """The figures of a number, without what says that it is international or not."""
    return _figures(_TRUNK.sub("", value)).lstrip("0")


def _figures(value: str) -> str:
    figures = _NOT_DIGIT.sub("", value)
    return figures if figures.isascii() else "".join(str(decimal(one)) for one in figures)


def _blank(_: re.Match[str]) -> str:
    return " "


def _placed(match: NearMatch[MaskedEntity], form: AlignedText) -> NearMatch[MaskedEntity]:
    """The same, where it stands in the text itself."""
    start, end = form.origin(match.start, match.end)
    return match._replace(start=start, end=end)
