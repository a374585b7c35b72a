"""Doctor: whether sAnon can work here, and what to do if not. Nothing is created or written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sanon.graph.engine import is_address
from sanon.steps.doctor_extraction import endpoint_finding, lexicons_finding, tagger_finding
from sanon.steps.doctor_graph import folder_findings, server_findings
from sanon.steps.finding import Finding


@dataclass(frozen=True)
class Diagnosis:
    """What was seen.

    Attributes:
        graph: findings on the graph, in the order a person would look.
        extraction: findings on what finds the entities.
    """

    graph: list[Finding]
    extraction: list[Finding]

    @property
    def usable(self) -> bool:
        """Whether commands can work with the graph; one that a load would make counts as usable."""
        return not any(one.grade == "fail" for one in self.graph)

    def to_json(self) -> dict[str, Any]:
        """For other programs."""
        return {"usable": self.usable, "findings": [one._asdict() for one in (*self.graph, *self.extraction)]}


def diagnose(address: str, environment: Mapping[str, str], model: str | None = None) -> Diagnosis:
    """Look at everything once.

    Args:
        address: folder or address of the graph.
        environment: OPENAI_BASE_URL and OPENAI_API_KEY of the extraction endpoint.
        model: the model it should offer; None for any.
    """
    return Diagnosis(
        graph=server_findings(address) if is_address(address) else folder_findings(address),
        extraction=[lexicons_finding(), tagger_finding(), endpoint_finding(environment, model)],
    )
