"""Ask a model for JSON objects, each question once: what was paid for is kept over runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Self, cast

from sanon.extraction.llm.answers import Answers
from sanon.extraction.llm.asking import CachedEndpoint, Question
from sanon.extraction.llm.checking import Unreadable
from sanon.extraction.llm.endpoint import Endpoint, TooLong, Unusable
from sanon.settings.model import Model

Schema = Mapping[str, Any]
_TYPES: dict[str, tuple[type, ...]] = {"string": (str,), "boolean": (bool,), "number": (int, float), "array": (list,)}


def _is(value: object, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


@dataclass(frozen=True)
class _ObjectQuestion(Question):
    """A question whose answer is one JSON object."""

    schema: Schema

    @property
    def answer_schema(self) -> dict[str, Any]:
        """JSON schema of the answer."""
        return dict(self.schema)

    @property
    def key(self) -> str:
        """Digest of all that is sent."""
        sent = ["object", self.model, self.system, self.user, self.schema]
        return sha256(json.dumps(sent).encode()).hexdigest()

    def read(self, answer: str) -> list[object]:
        """The object alone.

        Raises:
            Unreadable: not an object with all that is required, of the right types.
        """
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise Unreadable from error
        kinds = {name: self.schema["properties"][name]["type"] for name in self.schema["required"]}
        if not isinstance(found, dict) or not all(_is(found.get(name), kind) for name, kind in kinds.items()):
            raise Unreadable
        return [found]


class JsonModel:
    """A model that answers in JSON objects, from the cache or the endpoint; used from several threads.

    An endpoint that is gone or refuses ends the run: nothing is lost, the same command goes on. A question to which the
    model has no readable answer is a failure, and counted.

    Args:
        folder: where the answers are kept; there already.

    Raises:
        ConfigurationError: the file of the answers cannot be read.
    """

    def __init__(self, endpoint: Endpoint, folder: Path) -> None:
        self._answers = Answers(folder)
        self._endpoint = CachedEndpoint(endpoint, self._answers, unfit_after=None)
        self._lock = Lock()
        self.failed = 0

    @classmethod
    def of(cls, model: Model, folder: Path, sent: str) -> Self | None:
        """A model behind the endpoint that the environment names; None if the settings name none.

        Args:
            model: its name there, and how long it may take.
            folder: where the answers are kept; there already.
            sent: what is sent there; a note says so, and where, before the first question.
        """
        if model.model is None:
            return None
        return cls(Endpoint(model.model, timeout=model.timeout, sent=sent), folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answers.__exit__()

    def __call__(self, system: str, user: str, schema: Schema, attempt: int = 0) -> dict[str, Any] | None:
        """The object, with all that the schema requires; None if the model gives none.

        Args:
            attempt: 0 to 2, the later the warmer: what was refused at temperature 0 is not said again.

        Raises:
            ExtractionError: the endpoint gives no answers any more.
        """
        question = _ObjectQuestion(self._endpoint.model, system, user, "", schema)
        try:
            found: dict[str, Any] | None = cast("dict[str, Any]", self._endpoint(question, attempt)[0])
        except (TooLong, Unusable):
            found = None
            self._answers.put(question.key, "", None)
        with self._lock:
            self.failed += found is None
        return found
