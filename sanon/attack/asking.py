"""Ask a model behind an OpenAI-compatible endpoint, each question once: what was paid for is kept over runs."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from sanon.extraction.llm.answers import Answers
from sanon.extraction.llm.asking import TEMPERATURES
from sanon.extraction.llm.endpoint import Endpoint, TooLong, Unusable
from sanon.extraction.llm.usage import Usage
from sanon.settings.model import Model

_log = logging.getLogger(__name__)

Schema = Mapping[str, Any]


class Ask(Protocol):
    """Asks a model for a JSON object."""

    def __call__(self, system: str, user: str, schema: Schema, attempt: int = 0) -> dict[str, Any] | None:
        """The object, with all that the schema requires; None if the model gives none.

        Args:
            attempt: 0 to 2, the later the warmer: what was refused at temperature 0 is not said again.
        """
        ...


class Asking:
    """Answers from the cache, else from the endpoint; used from several threads.

    An endpoint that is gone or refuses ends the run: nothing is lost, the same command goes on. A question to which the
    model has no readable answer is a failure, and counted.

    Args:
        folder: where the answers are kept; there already.

    Raises:
        ConfigurationError: the file of the answers cannot be read.
    """

    def __init__(self, endpoint: Endpoint, folder: Path) -> None:
        self._endpoint = endpoint
        self._answers = Answers(folder)
        self._lock = Lock()
        self.usage = Usage()
        self.failed = 0

    @classmethod
    def of(cls, model: Model, folder: Path, sent: str) -> Asking | None:
        """A model behind the endpoint that the environment names; None if the settings name none.

        Args:
            model: its name there, and how long it may take.
            folder: where the answers are kept; there already.
            sent: what is sent there; a note says so, and where, before the first question.
        """
        if model.model is None:
            return None

        def say_where(host: str) -> None:
            _log.warning("%s are sent to %s", sent, host)

        return cls(Endpoint(model.model, timeout=model.timeout, on_contact=say_where), folder)

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        self._answers.__exit__()

    def __call__(self, system: str, user: str, schema: Schema, attempt: int = 0) -> dict[str, Any] | None:
        """The object, or None.

        Raises:
            ExtractionError: the endpoint gives no answers any more.
        """
        key = sha256(json.dumps([self._endpoint.model, system, user, schema]).encode()).hexdigest()
        try:
            kept, usage = self._answers[key], Usage(cached=1)
        except KeyError:
            kept, usage = self._paid(system, user, schema, attempt)
            self._answers.put(key, "", kept)
        with self._lock:
            self.usage += usage
            self.failed += kept is None
        answer: dict[str, Any] | None = json.loads(kept) if kept is not None else None
        return answer

    def _paid(self, system: str, user: str, schema: Schema, attempt: int) -> tuple[str | None, Usage]:
        usage = Usage()
        for temperature in TEMPERATURES[attempt:]:
            try:
                answer = self._endpoint.complete(system, user, dict(schema), temperature)
            except (TooLong, Unusable):
                break
            usage += answer.usage
            if answer.text is not None and not answer.cut_off and _fits(answer.text, schema):
                return answer.text, usage
        return None, usage


def _fits(text: str, schema: Schema) -> bool:
    """Whether an answer is an object with all that is required, of the right types."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and all(
        _is(found.get(name), schema["properties"][name]["type"]) for name in schema["required"]
    )


def _is(value: object, kind: str) -> bool:
    return {
        "string": isinstance(value, str),
        "boolean": isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "array": isinstance(value, list),
    }[kind]


def object_of(**properties: Schema) -> Schema:
    """The schema of an object with these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
