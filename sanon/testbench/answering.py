"""The model that answers, is attacked, judges, and is asked by systems."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sanon.attack.asking import Asking
from sanon.extraction.llm.endpoint import Endpoint
from sanon.settings.model import Model


@dataclass(frozen=True)
class Answering:
    """A model behind the endpoint that the environment names.

    Attributes:
        model: its name there.
        concurrency: questions at a time.
        timeout: seconds that an answer may take.
        on_contact: called with the host before it is sent a text.
    """

    model: str
    concurrency: int
    timeout: float
    on_contact: Callable[[str], None] = lambda _host: None


def opened(answering: Answering | None, out: Path, closing: ExitStack) -> tuple[Asking | None, Model | None]:
    """The model as the testbench asks it, and as an extractor does; nothing without one.

    Args:
        answering: which.
        out: folder that keeps the answers.
        closing: closes them.
    """
    if answering is None:
        return None, None
    endpoint = Endpoint(answering.model, timeout=answering.timeout, on_contact=answering.on_contact)
    asked = Model(model=answering.model, concurrency=answering.concurrency, timeout=answering.timeout)
    return closing.enter_context(Asking(endpoint, out)), asked
