"""Ask once, keep the answer, and stop asking an endpoint that does not answer."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

from sanon.errors import ExtractionError
from sanon.extraction.llm.answers import Answers
from sanon.extraction.llm.checking import Unreadable
from sanon.extraction.llm.endpoint import Endpoint, EndpointFailed, EndpointRefuses, TooLong, Unusable, Usage

#: Temperatures of the tries until an answer can be read: at 0 the same question would mostly get the same answer.
TEMPERATURES = (0.0, 0.5, 1.0)
#: Failures in a row after which an endpoint counts as gone; each of them is several tries with pauses.
GONE_AFTER = 3
#: Documents in a row without a usable answer after which a model counts as unfit.
UNFIT_AFTER = 20


@dataclass(frozen=True)
class Question(ABC):
    """What a model is asked.

    Attributes:
        kind: tells it from questions of other kinds in the same words.
        model: that is asked.
        system, user: the prompts; the first is the same for many questions.
        source_id: of the document that it is about.
    """

    kind: ClassVar[str] = ""
    model: str
    system: str
    user: str
    source_id: str

    @property
    def key(self) -> str:
        """What an answer depends on: the model and every character of the prompts, and so their version too."""
        said = [*filter(None, [self.kind]), self.model, self.system, self.user]
        return sha256(json.dumps(said).encode()).hexdigest()

    @property
    def most_tokens(self) -> int | None:
        """After so many an answer is cut off; None if the endpoint decides."""
        return None

    @property
    @abstractmethod
    def answer_schema(self) -> dict[str, Any]:
        """JSON schema of the answer."""

    @abstractmethod
    def read(self, answer: str) -> list[object]:
        """What an answer says.

        Raises:
            Unreadable: nothing.
            TooLong: more than may be said at once.
        """


Asked = TypeVar("Asked", bound=Question, contravariant=True)


class Ask(ABC, Generic[Asked]):
    """Answers questions of one kind, those of before from the cache, and keeps count; used from several threads.

    Args:
        answers: the cache, or an empty one.

    Attributes:
        usage: what that took until now.
        stopped: why nothing more is asked; None as long as the endpoint answers.
    """

    def __init__(self, answers: Answers | Mapping[str, str | None]) -> None:
        self._kept = answers
        self._lock = Lock()
        self._under_way: defaultdict[str, Lock] = defaultdict(Lock)
        self.usage = Usage()
        self.stopped: ExtractionError | None = None

    def __call__(self, request: Asked, attempt: int = 0, /) -> list[object]:
        """The entries of the answer to a question, not checked yet.

        Args:
            attempt: number of the temperature to begin with.

        Raises:
            TooLong: the question or its answer does not fit into the model's context.
            ExtractionError: there is no answer.
        """
        with self._lock:
            alone = self._under_way[request.key]
        # Two documents with the same text are one question: the second waits for the answer to the first.
        with alone:
            try:
                kept = self._kept[request.key]
            except KeyError:
                return self._asked(request, attempt)
        self._take(Usage(cached=1))
        if kept is None:
            raise TooLong("longer than the model takes")
        entries: list[object] = json.loads(kept)
        return entries

    @abstractmethod
    def _asked(self, request: Asked, attempt: int) -> list[object]:
        """The entries of an answer that is not in the cache."""

    def _take(self, usage: Usage) -> None:
        with self._lock:
            self.usage += usage


class CachedEndpoint(Ask[Question]):
    """Asks an endpoint. Once it refuses or is gone, only the cache answers, and `stopped` says why.

    Args:
        unfit_after: questions in a row without a usable answer after which nothing more is asked; None for any number.
    """

    def __init__(self, endpoint: Endpoint, answers: Answers, unfit_after: int | None = UNFIT_AFTER) -> None:
        super().__init__(answers)
        self._endpoint, self._answers, self._unfit_after = endpoint, answers, unfit_after
        self.model = endpoint.model
        self._failures = self._unusable = 0

    def _asked(self, request: Question, attempt: int) -> list[object]:
        if self.stopped:
            raise ExtractionError("not asked, since the endpoint gives no answers")
        try:
            entries = self._ask(request, attempt)
        except TooLong:
            self._answers.put(request.key, request.source_id, None)
            raise
        except ExtractionError as error:
            self._count(error)
            raise
        self._answers.put(request.key, request.source_id, json.dumps(entries, ensure_ascii=False))
        self._count(None)
        return entries

    def _ask(self, request: Question, attempt: int) -> list[object]:
        model = self._endpoint.model
        for temperature in TEMPERATURES[attempt:]:
            answer = self._endpoint.complete(
                request.system, request.user, request.answer_schema, temperature, request.most_tokens
            )
            self._take(answer.usage)
            if answer.text is None:
                raise Unusable(f"{model} refused to answer")
            if answer.cut_off:
                raise TooLong(f"the answer is longer than {model} can give")
            try:
                return request.read(answer.text)
            except Unreadable:
                continue
        raise Unusable(f"{model} gave no readable answer in {len(TEMPERATURES) - attempt} tries")

    def _count(self, error: ExtractionError | None) -> None:
        with self._lock:
            self._failures = self._failures + 1 if isinstance(error, EndpointFailed) else 0
            self._unusable = self._unusable + 1 if isinstance(error, Unusable) else 0
            unfit = self._unfit_after is not None and self._unusable >= self._unfit_after
            if error and (isinstance(error, EndpointRefuses) or self._failures >= GONE_AFTER or unfit):
                self.stopped = self.stopped or error


def object_of(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
