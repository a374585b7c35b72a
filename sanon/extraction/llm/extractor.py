"""The extractor: rules and the model beside each other, first on each document alone, then knowing the corpus."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Protocol

from sanon.errors import ExtractionError
from sanon.extraction.llm.checking import check
from sanon.extraction.llm.context import ContextFilter
from sanon.extraction.llm.endpoint import TooLong
from sanon.extraction.llm.normals import Evidence
from sanon.extraction.llm.passages import passages
from sanon.extraction.llm.requests import (
    BYTES_PER_TOKEN,
    Request,
    entity_line,
    shown,
    system_prompt,
    tokens,
    user_prompt,
)
from sanon.extraction.llm.usage import Usage
from sanon.extraction.mentions import Extractor
from sanon.records import Document, Entity, Finding
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize_text
from sanon.settings.profile import Profile

#: What findings of the two stages say of their origin; "model" is the tagger of the embedded extractor.
ALONE = "llm"
IN_CONTEXT = "llm with context"
#: Shorter passages are not tried. In one of twice this length names in a row, two tokens each, are no more than an
#: answer may name.
_LEAST_PASSAGE = 12
#: Entities of a large corpus, looked at for every document.
_MANY = 1 << 18


class Ask(Protocol):
    """Answers requests with the entries of the model's answers, and keeps count.

    Attributes:
        usage: what that took until now.
        stopped: why nothing more is asked; None as long as the endpoint answers.
    """

    usage: Usage
    stopped: ExtractionError | None

    def __call__(self, request: Request) -> list[object]:
        """The entries of an answer, not checked yet.

        Raises:
            TooLong: the request or its answer does not fit into the model's context.
            ExtractionError: there is no answer.
        """


@dataclass(frozen=True)
class ModelReport:
    """What asking the model came to.

    Attributes:
        usage: calls and tokens.
        dropped: reason -> entries of the model's answers that were not believed.
        stopped: why the endpoint was not asked any more; None if it was.
    """

    usage: Usage
    dropped: dict[str, int]
    stopped: str | None


class LanguageModelExtractor:
    """Finds entities with a language model; the rules always run beside it, and what they find stays.

    Documents are untrusted text. One that gives the model orders can at worst keep the model from finding something or
    make it name values of the document; what the rules find does not change.

    Args:
        profile: what types there are.
        model: its name at the endpoint.
        rules: what runs beside it.
        ask: answers requests.
        context: what of the corpus the second stage is shown.
        max_input_tokens: how long a prompt may be; longer documents go in passages.
        workers: documents that are asked about at the same time.
    """

    name = "openai"

    def __init__(
        self,
        profile: Profile,
        model: str,
        rules: Extractor,
        ask: Ask,
        *,
        context: ContextFilter | None = None,
        max_input_tokens: int = 8000,
        workers: int = 4,
    ) -> None:
        self.profile = profile
        self.model = model
        self.context = context or ContextFilter()
        self.workers = workers
        self._rules = rules
        self._ask = ask
        self._system = system_prompt(profile)
        self._max_input_tokens = max_input_tokens
        self._dropped: Counter[str] = Counter()
        self._lock = Lock()

    @property
    def report(self) -> ModelReport:
        """What asking the model came to until now."""
        stopped = str(self._ask.stopped) if self._ask.stopped else None
        return ModelReport(self._ask.usage, dict(sorted(self._dropped.items())), stopped)

    def extract(self, document: Document) -> list[Finding]:
        """First stage: rules and model on the document alone.

        Raises:
            ExtractionError: there is no answer for the document.
        """
        found = self._rules.extract(document)
        return found + self._examine(document, [], found, ALONE)

    def extract_in_context(
        self, document: Document, existing: Sequence[Entity], before: list[Finding]
    ) -> list[Finding]:
        """Second stage: what the first one found and what the model finds when it knows what others mention.

        Args:
            document: the document.
            existing: entities of the corpus, those that are wanted most first.
            before: what the first stage found in the document.

        Raises:
            ExtractionError: there is no answer for the document.
        """
        rules = [finding for finding in before if finding.found_by != ALONE]
        return before + self._examine(document, existing, rules, IN_CONTEXT)

    def _examine(
        self, document: Document, existing: Sequence[Entity], rules: list[Finding], found_by: str
    ) -> list[Finding]:
        text = shown(document)
        if not any(map(str.isalnum, text)):
            return []
        fixed = tokens(self._system) + tokens(user_prompt("", existing[:1]))
        room = min(self._max_input_tokens - fixed, tokens(text) + sum(map(_size, existing)))
        while True:
            try:
                entries = [
                    entry for request in self._requests(document, text, existing, room) for entry in self._ask(request)
                ]
                break
            except TooLong:
                # What an endpoint takes, and how long its answers may be, is not known before.
                room //= 2
        checked = check(entries, list(document.texts()), self.profile, _evidence(document, rules, existing), found_by)
        with self._lock:
            self._dropped += checked.dropped
        return checked.findings

    def _requests(self, document: Document, text: str, existing: Sequence[Entity], room: int) -> list[Request]:
        """The questions about a document, with at most `room` tokens for context and passage together."""
        known = _fitting(existing, text, room // 2 if room < tokens(text) + sum(map(_size, existing)) else room)
        room -= sum(map(_size, known))
        if room < min(_LEAST_PASSAGE, tokens(text)):
            raise ExtractionError("a prompt with a passage of it is longer than the model takes, or --max-input-tokens")
        return [
            Request(
                self.model,
                self._system,
                user_prompt(passage, known),
                passage,
                tuple(self.profile.types),
                document.source_id,
            )
            for passage in passages(text, room * BYTES_PER_TOKEN)
        ]


def _fitting(existing: Sequence[Entity], text: str, room: int) -> list[Entity]:
    """The entities that fit into so many tokens; if not all do, first those that share a word with the text."""
    if sum(map(_size, existing)) <= room:
        return list(existing)
    words = _long_words(text)
    ordered = sorted(existing, key=lambda entity: words.isdisjoint(_words_of(entity)))
    fitting: set[Entity] = set()
    for entity in ordered:
        room -= _size(entity)
        if room < 0:
            break
        fitting.add(entity)
    return [entity for entity in existing if entity in fitting]


@lru_cache(maxsize=_MANY)
def _size(entity: Entity) -> int:
    return tokens(entity_line(entity) + "\n")


@lru_cache(maxsize=_MANY)
def _words_of(entity: Entity) -> frozenset[str]:
    return _long_words(entity.value)


def _long_words(text: str) -> frozenset[str]:
    """Words of four letters or more, case-folded."""
    return frozenset(word for word in re.findall(r"\w+", _folded(text)) if len(word) > 3)


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _evidence(document: Document, rules: list[Finding], existing: Sequence[Entity]) -> Evidence:
    return Evidence(
        text=_folded("\n".join(document.texts())),
        day_first=is_day_first(document.content),
        rules={
            (normalize_text(finding.original_value), finding.entity_type): finding.normalized_value for finding in rules
        },
        existing=frozenset(existing),
    )
