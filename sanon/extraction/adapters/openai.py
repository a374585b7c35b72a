"""A language model behind an OpenAI-compatible endpoint: it reads each document alone, and then judges as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import accumulate
from threading import Lock
from typing import Self

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.judging import JudgingExtractor, ModelReport, Parted
from sanon.extraction.llm.asking import Ask
from sanon.extraction.llm.checking import check
from sanon.extraction.llm.context import ALONE, IN_CONTEXT, ContextFilter, folded
from sanon.extraction.llm.endpoint import TooLong
from sanon.extraction.llm.normals import Evidence, is_phrase
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
from sanon.extraction.registry import Surroundings
from sanon.extraction.span import standing
from sanon.records import Document, Entity, Finding
from sanon.resolution.conventions import is_day_first
from sanon.resolution.normal_forms import normalize_text
from sanon.settings.profile import Profile

#: Shorter passages are not tried. In one of twice this length names in a row, two tokens each, are no more than an
#: answer may name.
_LEAST_PASSAGE = 12
#: Candidates of a document of which a model that reads it confirms at least one.
_MANY_CANDIDATES = 10
#: Entities of a large corpus, looked at for every document.
_MANY = 1 << 18


class LanguageModelExtractor(JudgingExtractor):
    """Finds entities with a language model, and lets it judge what rules and tagger found.

    Documents are untrusted text. One that gives the model orders can at worst keep the model from finding or confirming
    something, or make it name values of the document; what is certain does not change, and a document of whose many
    candidates it confirms none is asked about again, and then reported.

    Args:
        ask: answers requests.
        context: what of the corpus it is shown when it judges.
        max_input_tokens: how long a prompt may be; longer documents go in passages.
        workers: documents that are asked about at the same time.
    """

    name = "openai"
    summary = (
        "a language model behind an OpenAI-compatible endpoint (OPENAI_BASE_URL, OPENAI_API_KEY), which reads the "
        "documents and judges what else was found"
    )
    asks_endpoint = True

    def __init__(
        self,
        profile: Profile,
        model: str,
        ask: Ask[Request],
        *,
        context: ContextFilter | None = None,
        max_input_tokens: int = 8000,
        workers: int = 4,
    ) -> None:
        self.profile = profile
        self.model = model
        self.context = context or ContextFilter()
        self.workers = workers
        self._ask = ask
        self._system = system_prompt(profile)
        self._max_input_tokens = max_input_tokens
        self._dropped: Counter[str] = Counter()
        self._unconfirmed: dict[str, int] = {}
        self._lock = Lock()

    @classmethod
    def made(cls, around: Surroundings) -> Self:
        """One that asks the endpoint of the environment."""
        model = around.model
        if not model.model:
            raise ConfigurationError("a language model is asked: name it with --model or SANON_MODEL")
        context = ContextFilter(model.context_strength, model.context_direct, model.context_top, model.context_order)
        return cls(
            around.profile,
            model.model,
            around.ask(),
            context=context,
            max_input_tokens=model.max_input_tokens,
            workers=model.concurrency,
        )

    @property
    def report(self) -> ModelReport:
        """What asking the model came to until now."""
        stopped = str(self._ask.stopped) if self._ask.stopped else None
        dropped, unconfirmed = dict(sorted(self._dropped.items())), dict(sorted(self._unconfirmed.items()))
        return ModelReport(self._ask.usage, dropped, stopped, unconfirmed)

    def read(self, document: Document, rules: Sequence[Finding]) -> list[Finding]:
        """First stage: the model on the document alone."""
        return self._examine(document, rules, ALONE)

    def judge(
        self, document: Document, before: Sequence[Finding], rules: Parted, existing: Sequence[Entity]
    ) -> list[Finding]:
        """Second stage: the model with the candidates that it has not read itself, and with what others mention."""
        found = [*before, *rules.certain]
        candidates = _unread(rules.candidates, found, document)
        entities = {Entity(one.normalized_value, one.entity_type) for one in found}
        existing = [one for one in existing if one not in entities]
        if not (candidates or existing):
            if self._ask.stopped:
                raise ExtractionError("not asked, since the endpoint did not read all that might stand in it")
            return []
        ask = partial(
            self._examine, document, [*rules.certain, *rules.candidates], IN_CONTEXT, existing, candidates, found
        )
        answer = ask()
        if len(candidates) >= _MANY_CANDIDATES and not _confirms(before, answer, rules.candidates):
            answer = ask(again=True)
            if not _confirms([], answer, rules.candidates):
                with self._lock:
                    self._unconfirmed[document.source_id] = len(candidates)
        return answer

    def _examine(
        self,
        document: Document,
        rules: Sequence[Finding],
        found_by: str,
        existing: Sequence[Entity] = (),
        candidates: Sequence[Finding] = (),
        extracted: Sequence[Finding] = (),
        *,
        again: bool = False,
    ) -> list[Finding]:
        text = shown(document)
        if not any(map(str.isalnum, text)):
            return []
        fixed = tokens(self._system) + tokens(user_prompt("", existing[:1]))
        room = min(self._max_input_tokens - fixed, tokens(text) + sum(map(_size, existing)))
        while True:
            requests = self._requests(document, text, existing, candidates, extracted, room, again=again)
            try:
                if any(request.tokens > self._max_input_tokens for request in requests):
                    raise TooLong("the candidates of a passage make its prompt too long")
                entries = [entry for request in requests for entry in self._ask(request)]
                break
            except TooLong:
                # What an endpoint takes, and how long its answers may be, is not known before.
                room //= 2
        checked = check(entries, list(document.texts()), self.profile, _evidence(document, rules, existing), found_by)
        with self._lock:
            self._dropped += checked.dropped
        return checked.findings

    def _requests(
        self,
        document: Document,
        text: str,
        existing: Sequence[Entity],
        candidates: Sequence[Finding],
        extracted: Sequence[Finding],
        room: int,
        *,
        again: bool,
    ) -> list[Request]:
        """The questions about a document, with at most `room` tokens for context and passage together."""
        known = _fitting(existing, room // 2 if room < tokens(text) + sum(map(_size, existing)) else room)
        room -= sum(map(_size, known))
        if room < min(_LEAST_PASSAGE, tokens(text)):
            raise ExtractionError("a prompt with a passage of it is longer than the model takes, or --max-input-tokens")
        return [
            Request(
                self.model,
                self._system,
                user_prompt(passage, known, candidates, [one.original_value for one in extracted], again=again),
                document.source_id,
                passage,
                tuple(self.profile.findable),
                sum(one.original_value in passage for one in candidates) if candidates or existing else None,
            )
            for passage in passages(text, room * BYTES_PER_TOKEN)
        ]


def _confirms(before: Sequence[Finding], found: Sequence[Finding], candidates: Sequence[Finding]) -> bool:
    """Whether any candidate shares its words with something that the model found."""
    seen = [normalize_text(one.original_value) for one in (*before, *found)]
    sought = [normalize_text(one.original_value) for one in candidates]
    return any(is_phrase(one, other) or is_phrase(other, one) for one in sought for other in seen)


def _unread(candidates: Sequence[Finding], found: Sequence[Finding], document: Document) -> list[Finding]:
    """The candidates, but for those of whose letters at least half lie in what was found already, wherever they stand.

    What the model marked with other ends, or in parts, it has read and judged.
    """
    read: set[Finding] = set()
    unread: set[Finding] = set()
    for text in document.texts():
        marked = bytearray(len(text))
        for start, end in standing(text, {one.original_value for one in found}):
            marked[start:end] = b"\x01" * (end - start)
        for one in candidates:
            for start, end in standing(text, [one.original_value]):
                (read if 2 * sum(marked[start:end]) >= end - start else unread).add(one)
    return [one for one in candidates if one in unread or one not in read]


def _fitting(existing: Sequence[Entity], room: int) -> list[Entity]:
    """The first entities, as many as fit into so many tokens."""
    total = accumulate(map(_size, existing))
    return [entity for entity, size in zip(existing, total, strict=True) if size <= room]


@lru_cache(maxsize=_MANY)
def _size(entity: Entity) -> int:
    return tokens(entity_line(entity) + "\n")


def _evidence(document: Document, rules: Sequence[Finding], existing: Sequence[Entity]) -> Evidence:
    return Evidence(
        text=folded("\n".join(document.texts())),
        day_first=is_day_first(document.content),
        rules={
            (normalize_text(finding.original_value), finding.entity_type): finding.normalized_value for finding in rules
        },
        existing=frozenset(existing),
    )
