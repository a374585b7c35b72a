"""What a selector decides about one entity, and what made it necessary."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sanon.results.risks import Stage
from sanon.risk.incidence import Floats, Integers
from sanon.settings.policy import TIE


class Choice(NamedTuple):
    """An entity to mask.

    Attributes:
        entity: its column in the incidence.
        stage: which stage chose it.
        documents: rows of the document, or of the chain, that was above its limit; none for list and direct stage.
        risk_before, risk_after: of that document or chain, in [0, 1], the latter with labels; without one, the
            importance of the entity and 0.
        limit: what it had to reach: a risk, or in the stage `people` digits.
        value_before: of what the limit refers to, the risk or the digits; None where no limit made it necessary.
        leaves_link: whether its replacement still links the documents that mention it.
        relabelled: whether the stages before the chain stage had left a link, in this run or an earlier one, and the
            chain stage gives a label.
        same_as: an entity that is masked and has the same value under another type, if that is the reason.
    """

    entity: int
    stage: Stage
    documents: tuple[int, ...]
    risk_before: float
    risk_after: float
    limit: float
    leaves_link: bool = False
    relabelled: bool = False
    same_as: int | None = None
    value_before: float | None = None


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


def falling(scores: Floats) -> Integers:
    """Positions by falling score; ties keep their order, which is that of the ids."""
    return np.argsort(-np.round(scores / TIE) * TIE, kind="stable")


def best(*scores: Mapping[int, float]) -> int:
    """The key with the greatest score; of several the greatest by the next scores, at last the first."""
    left: Collection[int] = scores[0].keys()
    for one in scores:
        rounded = {key: round(one[key] / TIE) for key in left}
        greatest = max(rounded.values())
        left = [key for key, score in rounded.items() if score == greatest]
        if len(left) == 1:
            break
    return next(iter(left))
