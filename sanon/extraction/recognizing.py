"""Recognize: what the user's own patterns and words find, beside any extractor."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.recognizers import SECONDS, OwnPattern, OwnWord, Recognizers
from sanon.extraction.registry import Finder
from sanon.records import RULES, Document, Finding
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import Profile
from sanon.text.folding import fold
from sanon.text.matching import Matcher, is_edge
from sanon.text.searched import SearchedEntity

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
        self._own = _Own(recognizers, profile)

    def extract(self, document: Document) -> list[Finding]:
        """Findings of both; what a value is that a recognizer finds is not guessed.

        Raises:
            ExtractionError: the extractor failed, or a pattern took too long; the document stays pending.
            ConfigurationError: a pattern took too long on several documents.
        """
        own = self._own.extract(document)
        named = {one.original_value.casefold() for one in own}
        found = self._extractor.extract(document)
        return [*own, *(one for one in found if one.found_by == RULES or one.original_value.casefold() not in named)]


class _Own:
    def __init__(self, recognizers: Recognizers, profile: Profile) -> None:
        self._profile = profile
        self._patterns = recognizers.patterns
        self._words: defaultdict[str, list[OwnWord]] = defaultdict(list)
        for one in recognizers.words:
            self._words[one.word].append(one)
        self._matcher = Matcher(
            [SearchedEntity(word, (word,), weight=0.0, corpus_wide=True, normal_form="text") for word in self._words]
        )
        self._strikes: Counter[str] = Counter()

    def extract(self, document: Document) -> list[Finding]:
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
            for one in self._words[match.entity.id]:
                yield text[match.start : match.end], one.entity_type, one.relevance
        for pattern in self._patterns:
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
    for start, end in spans:
        first, after = bisect_left(folded.ends, start + 1), bisect_left(folded.starts, end)
        while first > 0 and not is_edge(folded, text, first):
            first -= 1
        while after < len(folded.text) and not is_edge(folded, text, after):
            after += 1
        if first < after:
            value = text[folded.starts[first] : folded.ends[after - 1]].strip()
            if any(map(str.isalnum, value)):
                yield value
