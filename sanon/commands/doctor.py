"""Doctor: whether sAnon can work here, and what to do if not. Nothing is created or written."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.diagnosis.extraction import endpoint_check, lexicons_check, tagger_check
from sanon.diagnosis.graph import folder_checks, server_checks
from sanon.graph.engine import is_address
from sanon.results import DoctorResult


def diagnose(address: str, environment: Mapping[str, str], model: str | None = None) -> DoctorResult:
    """Look at everything once.

    Args:
        address: folder or address of the graph.
        environment: OPENAI_BASE_URL and OPENAI_API_KEY of the extraction endpoint.
        model: the model it should offer; None for any.
    """
    graph = server_checks(address) if is_address(address) else folder_checks(address)
    return DoctorResult(
        usable=not any(one.grade == "fail" for one in graph),
        checks=[*graph, lexicons_check(), tagger_check(), endpoint_check(environment, model)],
    )
