"""What a selector decides about one entity, and what made it necessary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from sanon.risk.incidence import Floats, Integers

Stage = Literal["list", "document", "chain"]

#: Scores that differ by less than this are ties: their difference is rounding, and depends on the order of sums.
TIE = 1e-12


@dataclass(frozen=True)
class Choice:
    """An entity to mask.

    Attributes:
        entity: its column in the incidence.
        stage: which stage chose it.
        documents: rows of the document, or of the chain, that was above its limit; none for a list.
        risk_before, risk_after: of that document or chain, in [0, 1]; for a list, the importance of the entity and 0.
        limit: what it had to reach.
    """

    entity: int
    stage: Stage
    documents: tuple[int, ...]
    risk_before: float
    risk_after: float
    limit: float


@dataclass(frozen=True)
class Plan:
    """What a strategy masks at the chain stage.

    Attributes:
        choices: in the order chosen.
        lower_bound: no set that does the same costs less; None if the strategy proves nothing.
    """

    choices: list[Choice]
    lower_bound: float | None = None

    @property
    def entities(self) -> list[int]:
        """The entities chosen."""
        return [choice.entity for choice in self.choices]


def is_above(risk: float, limit: float) -> bool:
    """Whether a risk is above a limit by more than rounding."""
    return risk > limit + TIE


def falling(scores: Floats) -> Integers:
    """Positions by falling score; ties keep their order, which is that of the ids."""
    return np.argsort(-np.round(scores / TIE) * TIE, kind="stable")


def best(scores: Floats) -> int:
    """Position of the greatest score; of several, the first."""
    return int(falling(scores)[0])
