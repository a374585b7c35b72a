"""Which entities may be masked, and what masking each would cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sanon.errors import ConfigurationError
from sanon.risk.incidence import Booleans, Floats, Incidence
from sanon.risk.masks import Hidden
from sanon.risk.scores import frequency

#: What masking an entity costs: 1, or the number of its mentions.
OBJECTIVES = ("entities", "mentions")
#: Share of its cost that a label costs in place of a mask that leaves a link: the value is gone already.
RELABELLING = 0.1


@dataclass(frozen=True)
class Candidates:
    """What a strategy may choose from.

    Attributes:
        allowed: entities that may be masked; (E,).
        cost: of masking each entity, greater than 0; (E,).
    """

    allowed: Booleans
    cost: Floats

    def total(self, entities: list[int]) -> float:
        """Cost of some entities."""
        return float(self.cost[entities].sum())

    def among(self, entities: list[int]) -> list[int]:
        """Which of some entities may be masked, in their order."""
        return [entity for entity in entities if self.allowed[entity]]

    def only(self, entities: list[int]) -> Candidates:
        """The same costs, with no other candidates than some entities."""
        allowed = np.zeros_like(self.allowed)
        allowed[entities] = True
        return Candidates(allowed & self.allowed, self.cost)

    def for_chains(self, hidden: Hidden) -> Candidates:
        """Candidates of the chain stage: the link is not hidden yet; what is masked and leaves a link costs a share."""
        cost = np.where(hidden.in_documents, self.cost * RELABELLING, self.cost)
        return Candidates(self.allowed & ~hidden.in_links, cost)


def costs(incidence: Incidence, objective: str, type_costs: Mapping[str, float] | None = None) -> Floats:
    """Cost of masking each entity: 1 or its number of mentions, times the cost of its type (1 if not named).

    Raises:
        ConfigurationError: no such objective, or a cost that is not positive.
    """
    if objective not in OBJECTIVES:
        raise ConfigurationError(f"no objective {objective!r}: name one of {', '.join(OBJECTIVES)}")
    named = dict(type_costs or {})
    if any(cost <= 0 for cost in named.values()):
        raise ConfigurationError("costs of types must be greater than 0")
    of_type = np.array([named.get(kind, 1.0) for kind in incidence.entity_types], dtype=np.float64)
    return of_type * np.maximum(frequency(incidence), 1) if objective == "mentions" else of_type
