"""Own recognizers of the user, as the configuration describes them.

[recognizers.NON_PERSONAL_ID]
patterns = ['PRJ-\\d{4}/\\d{2}']        # regular expressions, upper or lower case
words = ["Project Nightjar"]          # whole words, upper or lower case
words_file = "codenames.txt"          # one a line
relevance = 0.9                       # 1 if it is not said
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import regex

from sanon.errors import ConfigurationError
from sanon.settings.profile import Profile
from sanon.settings.tables import Recognizer, lines_of_words

#: Processor time that a pattern may take on one text. A sound one reads 10 million characters in it.
SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class OwnPattern:
    """A pattern, what it finds, and where in the configuration it stands."""

    compiled: regex.Pattern[str]
    entity_type: str
    relevance: float
    setting: str


@dataclass(frozen=True, slots=True)
class OwnWord:
    """A word or phrase, and what it is."""

    word: str
    entity_type: str
    relevance: float


@dataclass(frozen=True)
class Recognizers:
    """All that the user wants to be found besides."""

    patterns: tuple[OwnPattern, ...] = ()
    words: tuple[OwnWord, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.patterns or self.words)


def read_recognizers(tables: Mapping[str, Recognizer], folder: Path, profile: Profile) -> Recognizers:
    """Check the tables `[recognizers.TYPE]` of a configuration.

    Args:
        tables: by type.
        folder: of the configuration file; a `words_file` is looked for there.

    Raises:
        ConfigurationError: a type, pattern or file that cannot be used; the message names the setting.
    """
    patterns: list[OwnPattern] = []
    words: list[OwnWord] = []
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
        words += [OwnWord(_checked(word, place), entity_type, entry.relevance) for word, place in listed]
    return Recognizers(tuple(patterns), tuple(words))


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


def _checked(word: str, place: str) -> str:
    if not any(map(str.isalnum, word)):
        raise ConfigurationError(f"{place}: holds no letter and no digit")
    return word
