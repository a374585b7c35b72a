"""How masks are chosen, and what stands in place of values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from sanon.records import StrictModel

Objective = Literal["entities", "mentions"]
Compute = Literal["auto", "cypher", "arrays"]
Scope = Literal["corpus", "document"]

#: In `operators`: every type that has none of its own.
EVERY_TYPE = "*"


def operators_by_type(named: str | Iterable[str] | Mapping[str, str]) -> dict[str, str]:
    """Entity type, or `*` for all others, -> operator.

    Args:
        named: such a mapping; or `OPERATOR` and `TYPE=OPERATOR`, one text or several, of which the later ones count.
    """
    if isinstance(named, Mapping):
        return dict(named)
    parts = [text.rpartition("=") for text in ([named] if isinstance(named, str) else map(str, named))]
    return {kind or EVERY_TYPE: operator for kind, _, operator in parts}


def merged_operators(*layers: Mapping[str, str]) -> dict[str, str]:
    """One mapping of several: later ones win, and one that names all types leaves nothing of those before it."""
    merged: dict[str, str] = {}
    for layer in layers:
        if EVERY_TYPE in layer:
            merged = {}
        merged |= layer
    return merged


class Masking(StrictModel):
    """How the entities to mask are chosen, and what stands in place of their values."""

    strategy: str = Field(
        default="greedy",
        description="How the entities that break chains are chosen.",
    )
    objective: Objective = Field(
        default="entities", description="What masking an entity costs: 1, or the number of its mentions."
    )
    time_limit: float = Field(
        default=600.0, ge=0, description="Seconds after which the strategy optimal stops in any case, with what it has."
    )
    candidates: int = Field(
        default=5,
        ge=0,
        description="How many other texts of the background must resemble a document more than the one about its "
        "person does; 0 turns this off.",
    )
    operators: Annotated[dict[str, str], BeforeValidator(operators_by_type)] = Field(
        default_factory=dict, description="What stands in place of a value, for all types or for one."
    )
    scope: Scope = Field(
        default="corpus",
        description="Whether a surrogate is the same in all documents, which links them, or another one in each.",
    )
