"""Going on with a load that did not get to its end, with what it was told."""

from __future__ import annotations

from pathlib import Path

from pydantic import JsonValue
from sanon.cli.told import Told

from sanon.errors import ConfigurationError
from sanon.graph.store import Store


def recorded(told: Told, *, prune: bool, reextract: bool) -> dict[str, JsonValue]:
    """What the run of a load remembers of the command, so that it can be resumed."""
    plain: dict[str, JsonValue] = {}
    for name, value in told.entries.items():
        if name != "graph":
            plain[name] = value if isinstance(value, bool | int | float | dict) else str(value)
    return {"told": plain, "prune": prune, "reextract": reextract}


def resumed(store: Store, told: Told) -> tuple[Path, Told, bool, bool]:
    """DOCS, what the last load was told, and whether it was to prune and to extract anew; this line beats it.

    Raises:
        ConfigurationError: the last load left nothing open, or there was none.
    """
    run = next((run for run in store.runs() if run.command == "load"), None)
    if run is None or (run.finished and not store.counts()["pending"]):
        done = "no load was begun" if run is None else "the last load left nothing open"
        raise ConfigurationError(f"graph {store.address}: nothing to resume, {done}; name DOCS: sanon load DOCS")
    options = run.parameters["options"]
    return Path(run.parameters["docs"]), told.over(options["told"]), options["prune"], options["reextract"]
