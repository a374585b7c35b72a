"""Doctor: whether sAnon can work here, and what to do if not. Nothing is created or written."""

from __future__ import annotations

import os

from sanon.commands.command import Command, Request
from sanon.diagnosis.extraction import endpoint_check, lexicons_check, tagger_check
from sanon.diagnosis.graph import folder_checks, server_checks
from sanon.graph.engine import is_address
from sanon.progress import Progress, silent
from sanon.results import DoctorResult
from sanon.settings.settings import Settings


class DoctorRequest(Request):
    """Everything is looked at."""


def run(store: None, settings: Settings, request: DoctorRequest, progress: Progress = silent) -> DoctorResult:
    """Look once at the graph of the settings, at the shipped data, and at the endpoint that the environment names."""
    graph = server_checks(settings.graph) if is_address(settings.graph) else folder_checks(settings.graph)
    return DoctorResult(
        usable=not any(one.grade == "fail" for one in graph),
        checks=[*graph, lexicons_check(), tagger_check(), endpoint_check(os.environ, settings.model.model)],
    )


DOCTOR = Command("doctor", DoctorRequest, run, graph="none", settings=frozenset({"model"}))
