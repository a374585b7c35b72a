"""Strategies: ways to choose the masks that bring everything to its limit, and the registry of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from sanon.registry import Registry
from sanon.selection.candidates import Candidates
from sanon.selection.choice import Plan
from sanon.selection.masking_state import ChainState
from sanon.selection.requirement import Requirement
from sanon.settings.masking import Masking


@dataclass(frozen=True)
class Problem:
    """What a strategy solves.

    Attributes:
        state: the corpus with the masks so far. A strategy masks in it.
        requirements: what must come to its limit.
        candidates: what may be masked, and what each mask costs.
    """

    state: ChainState
    requirements: tuple[Requirement, ...]
    candidates: Candidates

    def copy(self) -> Problem:
        """The same problem with a state of its own."""
        return Problem(self.state.copy(), self.requirements, self.candidates)

    def only(self, entities: list[int]) -> Problem:
        """The same problem, on the same state, with no other candidates than these."""
        return Problem(self.state, self.requirements, self.candidates.only(entities))


class Strategy(BaseModel):
    """A way to choose what to mask. The fields of a class are its settings.

    Attributes:
        name: what settings call it.
        summary: what it masks, one sentence for help texts and reports.
    """

    model_config = ConfigDict(frozen=True)

    name: ClassVar[str]
    summary: ClassVar[str]

    def plan(self, problem: Problem) -> Plan:
        """Mask in the state of the problem until nothing that can be helped is above its limit."""
        raise NotImplementedError


STRATEGIES: Registry[Strategy] = Registry(
    Strategy, package="sanon.selection.strategies", group="sanon.strategies", kind="strategy"
)


def strategy_of(masking: Masking, name: str | None = None) -> Strategy:
    """The strategy that settings name, with those of the settings that it has a field for.

    Args:
        name: of another strategy; by default the one in the settings.

    Raises:
        ConfigurationError: there is no such strategy.
    """
    named, settings = STRATEGIES.named(name or masking.strategy), masking.model_dump()
    return named.model_validate({field: settings[field] for field in named.model_fields.keys() & settings.keys()})
