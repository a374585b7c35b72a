"""Going on with a load that did not get to its end, with what it was called with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from sanon.corpus.chunks import Cut
from sanon.errors import ConfigurationError
from sanon.graph.store import Store

#: What says where or how to show, and not what to load.
_NOT_RECORDED = frozenset(["graph", "output_format", "resume", "estimate"])
_TYPES: dict[str, Any] = {"entities": Path, "chunk": Cut.parse}


def recorded(settings: dict[str, Any]) -> dict[str, Any]:
    """What the run of a load remembers of the command, so that it can be resumed."""
    options = {name: value for name, value in settings.items() if name not in _NOT_RECORDED}
    texts = {name: str(options[name]) for name in _TYPES if options.get(name) is not None}
    plain = {name: value for name, value in options.items() if isinstance(value, str | int | float)}
    return {**plain, **texts}


def resumed(store: Store, settings: dict[str, Any]) -> tuple[Path, dict[str, Any]]:
    """DOCS and the options of the last load; options on the command line beat them.

    Raises:
        ConfigurationError: the last load left nothing open, or there was none.
    """
    run = next((run for run in store.runs() if run.command == "load"), None)
    if run is None or (run.finished and not store.counts()["pending"]):
        done = "no load was begun" if run is None else "the last load left nothing open"
        raise ConfigurationError(f"graph {store.address}: nothing to resume, {done}; name DOCS: sanon load DOCS")
    options: dict[str, Any] = run.parameters["options"]
    context = click.get_current_context()
    before = {
        name: _TYPES.get(name, lambda value: value)(value)
        for name, value in options.items()
        if name in settings and context.get_parameter_source(name) is not ParameterSource.COMMANDLINE
    }
    return Path(run.parameters["docs"]), {**settings, **before}
