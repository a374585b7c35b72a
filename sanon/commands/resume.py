"""Resume: go on with a load that was interrupted or left documents pending, with its documents and its settings."""

from __future__ import annotations

from sanon.commands.command import Command, Question
from sanon.commands.load import LOAD, LoadRequest
from sanon.commands.load import run as load
from sanon.corpus_state.runs import last_run
from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import LoadResult
from sanon.settings.settings import Settings


class ResumeRequest(Question):
    """The last load, with the settings that it had; those that this call names count before them."""


def run(store: Store, settings: Settings, request: ResumeRequest, progress: Progress = silent) -> LoadResult:
    """Load again what the last load was given.

    Raises:
        ConfigurationError: there is nothing to resume, or the documents were given by a program.
        SanonError: as a load.
    """
    last = last_run(store, "load", finished=False)
    if last is None or (last.finished and not store.counts()["pending"]):
        why = "no load was begun" if last is None else "the last load left nothing open"
        raise ConfigurationError(f"graph {store.address}: nothing to resume, {why}; name DOCS: sanon load DOCS")
    if last.parameters.get("request") is None:
        raise ConfigurationError(
            f"graph {store.address}: the last load cannot be repeated from here, since a program gave its documents or "
            "its extractor: load again there"
        )
    before = Settings.model_validate_json(last.parameters["settings"]).model_copy(update={"graph": settings.graph})
    return load(store, before.changed(request.named), LoadRequest.of(**last.parameters["request"]), progress)


RESUME = Command("resume", ResumeRequest, run, graph="needed", settings=LOAD.settings)
