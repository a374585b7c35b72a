"""Own recognizers of the user, as the configuration describes them.

[recognizers.NON_PERSONAL_ID]
patterns = ['PRJ-\\d{4}/\\d{2}']        # regular expressions, upper or lower case
words = ["Project Nightjar"]          # whole words, upper or lower case
words_file = "codenames.txt"          # one a line
relevance = 0.9                       # 1 if it is not said
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import regex

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.registry import Finder
from sanon.records import RULES, Document, Finding
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import Profile
from sanon.settings.tables import Recognizer, lines_of_words
from sanon.text.folding import fold
from sanon.text.matching import Matcher, is_edge
from sanon.text.searched import SearchedEntity

#: Processor time that a pattern may take on one text. A sound one reads 10 million characters in it.
SECONDS = 2.0


class OwnPattern(NamedTuple):
    """A pattern, what it finds, and where in the configuration it stands."""

    compiled: regex.Pattern[str]
    entity_type: str
    relevance: float
    setting: str


class Recognizers(NamedTuple):
    """All that the user wants to be found besides.

    Attributes:
        patterns: in the order of the configuration.
        words: word or phrase -> each type that it is, with its relevance.
    """

    patterns: list[OwnPattern]
    words: dict[str, list[tuple[str, float]]]


def read_recognizers(tables: Mapping[str, Recognizer], folder: Path, profile: Profile) -> Recognizers:
    """Check the tables `[recognizers.TYPE]` of a configuration.

    Args:
        tables: by type.
        folder: of the configuration file; a `words_file` is looked for there.

    Raises:
        ConfigurationError: a type, pattern or file that cannot be used; the message names the setting.
    """
    patterns: list[OwnPattern] = []
    words: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for entity_type, entry in tables.items():
        setting = f"recognizers.{entity_type}"
        if entity_type not in profile.types:
            known = ", ".join(profile.types)
            raise ConfigurationError(f"{setting}: profile {profile.name} has no such type; it has {known}")
        if not (entry.patterns or entry.words or entry.words_file):
            raise ConfigurationError(f"{setting}: name patterns, words or a words_file")
        patterns += [
            OwnPattern(_compiled(pattern, place), entity_type, entry.relevance, place)
            for pattern, place in _placed(entry.patterns, f"{setting}.patterns")
        ]
        listed = _placed(entry.words, f"{setting}.words")
        if entry.words_file is not None:
            path = folder / entry.words_file
            lines = lines_of_words(path, f"{setting}.words_file")
            listed += [(word, f"{setting}.words_file: {path} line {n}") for n, word in enumerate(lines, 1) if word]
        for word, place in listed:
            if not any(map(str.isalnum, word)):
                raise ConfigurationError(f"{place}: holds no letter and no digit")
            words[word].append((entity_type, entry.relevance))
    return Recognizers(patterns, words)


def _placed(values: Iterable[str], setting: str) -> list[tuple[str, str]]:
    """Each value with the name of its place, counted from 1."""
    return [(value, f"{setting}[{number}]") for number, value in enumerate(values, 1)]


def _compiled(pattern: str, place: str) -> regex.Pattern[str]:
    # Not linear-time RE2: its \b, \w and \d know ASCII only, and what misses "Öz" silently is worse than what stops.
    try:
        compiled = regex.compile(pattern, regex.IGNORECASE | regex.VERSION0)
        empty = compiled.fullmatch("", timeout=SECONDS)
    except (regex.error, MemoryError, TimeoutError, OverflowError, RecursionError) as error:
        raise ConfigurationError(f"{place}: not a regular expression: {error}") from error
    if empty:
        raise ConfigurationError(f"{place}: matches the empty text, and so everywhere")
    return compiled


FOUND_BY = "recognizer"
#: Documents on which a pattern may take too long before the load stops.
_STRIKES = 3


class WithRecognizers:
    """An extractor, and beside it the user's own recognizers.

    Args:
        extractor: any; the whole goes by its name.
    """

    def __init__(self, extractor: Finder, recognizers: Recognizers, profile: Profile) -> None:
        self.name = extractor.name
        self._extractor = extractor
        self._own = recognizers
        self._profile = profile
        self._matcher = Matcher(
            [
                SearchedEntity(word, (word,), weight=0.0, corpus_wide=True, normal_form="text")
                for word in self._own.words
            ]
        )
        self._strikes: Counter[str] = Counter()

    def extract(self, document: Document) -> list[Finding]:
        """Findings of both; what a value is that a recognizer finds is not guessed.

        Raises:
            ExtractionError: the extractor failed, or a pattern took too long; the document stays pending.
            ConfigurationError: a pattern took too long on several documents.
        """
        own = self._recognized(document)
        named = {one.original_value.casefold() for one in own}
        found = self._extractor.extract(document)
        return [*own, *(one for one in found if one.found_by == RULES or one.original_value.casefold() not in named)]

    def _recognized(self, document: Document) -> list[Finding]:
        day_first = is_day_first(document.content)
        best: dict[tuple[str, str], Finding] = {}
        for text in document.texts():
            for value, entity_type, relevance in self._values(text):
                normal = normalize(value, self._profile.types[entity_type].normal_form, day_first=day_first)
                key = (value, entity_type)
                if key not in best or best[key].relevance < relevance:
                    best[key] = Finding(value, normal, entity_type, relevance, FOUND_BY)
        return list(best.values())

    def _values(self, text: str) -> Iterator[tuple[str, str, float]]:
        for match in self._matcher.occurrences(text, ()):
            for kind in self._own.words[match.entity.id]:
                yield text[match.start : match.end], *kind
        for pattern in self._own.patterns:
            spans = self._spans(pattern, text)
            for value in whole_words(text, spans) if spans else ():
                yield value, pattern.entity_type, pattern.relevance

    def _spans(self, pattern: OwnPattern, text: str) -> list[tuple[int, int]]:
        try:
            found = pattern.compiled.finditer(text, timeout=SECONDS)
            return [match.span() for match in found if match.end() > match.start()]
        except (TimeoutError, MemoryError, RecursionError) as error:
            self._strikes[pattern.setting] += 1
            too_long = f"{pattern.setting} takes more than {SECONDS:g} s; a repetition inside a repetition does that"
            if self._strikes[pattern.setting] >= _STRIKES:
                raise ConfigurationError(f"{too_long}. Stopped after {_STRIKES} documents") from error
            raise ExtractionError(too_long) from error


def whole_words(text: str, spans: list[tuple[int, int]]) -> Iterator[str]:
    """What stands at the spans, each widened to whole words: a part of a word could not be masked."""
    folded = fold(text)
    characters = range(len(folded.text))
    for start, end in spans:
        first = bisect_right(characters, start, key=lambda number: folded.origin(number, number + 1)[1])
        after = bisect_left(characters, end, key=lambda number: folded.origin(number, number + 1)[0])
        while first > 0 and not is_edge(folded, text, first):
            first -= 1
        while after < len(folded.text) and not is_edge(folded, text, after):
            after += 1
        if first < after:
            value = text[slice(*folded.origin(first, after))].strip()
            if any(map(str.isalnum, value)):
                yield value
