"""Status: what the graph holds, and what ran last."""

from __future__ import annotations

from datetime import datetime

from sanon.commands.command import Command, Request
from sanon.corpus_state.runs import is_decided
from sanon.corpus_state.stored_corpus import counts_of
from sanon.derivation.derive import DERIVED_FROM
from sanon.export.checking import needs_rename
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import StatusResult
from sanon.results.status import RunRecord
from sanon.settings.settings import Settings
from sanon.settings.source import Source

_RUNS_SHOWN = 5
#: Parameters of runs that hold no value of an entity, which lists and recognizers may do.
_SHOWN = frozenset({*DERIVED_FROM, "extractor", "model", "chunk", "date_order", "docs", "strategy", "policy", "out"})


class StatusRequest(Request):
    """Nothing but the graph is asked for."""


def run(store: Store, settings: Settings, request: StatusRequest, progress: Progress = silent) -> StatusResult:
    """Read what the graph holds and what was done last."""
    versions, runs = store.document_versions(), store.runs()
    changing = next((one for one in runs if one.command in ("load", "redact", "export")), None)
    exported = changing if changing and changing.command == "export" and changing.finished else None
    decided, remembered = is_decided(runs), Settings.resolved(Source(), store.remembered())
    shown = [RunRecord.model_validate(one._asdict()) for one in runs[:_RUNS_SHOWN]]
    return StatusResult(
        graph=store.address,
        counts=counts_of(store),
        pending=versions.loc[versions["state"] == "pending", "source_id"].tolist(),
        runs=[
            one.model_copy(update={"parameters": {k: v for k, v in one.parameters.items() if k in _SHOWN}})
            for one in shown
        ],
        exportable=decided,
        # By the profile of the decisions, whatever a configuration names by now.
        needs_rename=decided and not exported and needs_rename(store, remembered.profile),
        exported_at=datetime.fromisoformat(exported.started_at) if exported else None,
        exported_to=exported.parameters.get("out") if exported else None,
    )


STATUS = Command("status", StatusRequest, run, graph="needed")
