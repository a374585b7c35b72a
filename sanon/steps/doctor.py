"""Doctor: whether sAnon can work here, and what to do if not. Nothing is created or written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sanon.diagnosis.check import Check
from sanon.diagnosis.extraction import endpoint_check, lexicons_check, tagger_check
from sanon.diagnosis.graph import folder_checks, server_checks
from sanon.graph.engine import is_address


@dataclass(frozen=True)
class Diagnosis:
    """What was seen.

    Attributes:
        graph: checks on the graph, in the order a person would look.
        extraction: checks on what finds the entities.
    """

    graph: list[Check]
    extraction: list[Check]

    @property
    def usable(self) -> bool:
        """Whether commands can work with the graph; one that a load would make counts as usable."""
        return not any(one.grade == "fail" for one in self.graph)

    def to_json(self) -> dict[str, Any]:
        """For other programs."""
        return {"usable": self.usable, "checks": [one._asdict() for one in (*self.graph, *self.extraction)]}


def diagnose(address: str, environment: Mapping[str, str], model: str | None = None) -> Diagnosis:
    """Look at everything once.

    Args:
        address: folder or address of the graph.
        environment: OPENAI_BASE_URL and OPENAI_API_KEY of the extraction endpoint.
        model: the model it should offer; None for any.
    """
    return Diagnosis(
        graph=server_checks(address) if is_address(address) else folder_checks(address),
        extraction=[lexicons_check(), tagger_check(), endpoint_check(environment, model)],
    )
