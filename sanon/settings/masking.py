"""How redact chooses: strategy, what a mask costs, what stands in place of values."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Objective = Literal["entities", "mentions"]
Compute = Literal["auto", "cypher", "arrays"]
Scope = Literal["corpus", "document"]

#: In `operators`: of every type that has none of its own.
EVERY_TYPE = "*"


class Masking(BaseModel):
    """How the entities to mask are chosen.

    Attributes:
        strategy: name of the strategy of the chain stage, in the registry of `sanon.selection.strategy`.
        objective: what masking an entity costs: 1, or the number of its mentions.
        time_limit: seconds for the strategy optimal.
        candidates: how many other texts of the background must be likelier for each document; 0 turns it off.
        operators: entity type, or `*` for all others, -> operator.
        scope: where a surrogate is the same one: in all documents, which it links, or only within each.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    strategy: str = "greedy"
    objective: Objective = "entities"
    time_limit: float = Field(default=60.0, ge=0)
    candidates: int = Field(default=5, ge=0)
    operators: dict[str, str] = Field(default_factory=dict)
    scope: Scope = "corpus"


def merged_operators(*layers: dict[str, str]) -> dict[str, str]:
    """The later layers win; one that names all types leaves nothing of those before it."""
    merged: dict[str, str] = {}
    for layer in layers:
        if EVERY_TYPE in layer:
            merged = {}
        merged |= layer
    return merged
