"""What a policy requires of documents and chains."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sanon.results.risks import Stage
from sanon.risk.incidence import Floats
from sanon.risk.limits import is_above
from sanon.selection.candidates import Candidates
from sanon.selection.masking_state import ChainState
from sanon.selection.violations import Violation, Violations
from sanon.settings.policy import TIE

#: Violations held at a time; of more than these the worst are treated and the others are looked for again.
HELD = 1_000_000
#: An entity that a solver chooses by more than this is chosen.
CHOSEN = 1.0 - 1e-6


class Cut(NamedTuple):
    """An inequality that all sufficient sets of masks satisfy: the coefficients of the masked add up to `at_least`.

    Attributes:
        entities: ascending.
        coefficients: greater than 0; parallel.
    """

    entities: tuple[int, ...]
    coefficients: tuple[float, ...]
    at_least: float


class Evaluator(ABC):
    """The value of one document or chain under tentative labels, without touching the corpus."""

    @abstractmethod
    def unmasked(self) -> list[int]:
        """Entities that may still be masked, ascending."""

    @abstractmethod
    def value(self) -> float:
        """The value under the tentative masks."""

    @abstractmethod
    def value_without(self, entities: list[int]) -> float:
        """The value if some more entities were masked."""

    @abstractmethod
    def impacts(self) -> dict[int, float]:
        """By how much a mask would lower the value, of each entity that may still be masked, ascending."""

    @abstractmethod
    def weight(self, entity: int) -> float:
        """What an entity adds, also where others hide it; in any unit, comparable within the chain."""

    @abstractmethod
    def mask(self, entity: int) -> None:
        """Add a tentative mask."""

    @abstractmethod
    def unmask(self, entity: int) -> None:
        """Take a tentative mask back."""

    def cuts(self, limit: float, candidates: Candidates, values: Mapping[int, float]) -> Iterator[Cut]:
        """Inequalities that the chosen masks violate; none if they bring the value to its limit, or nothing can.

        Here: mask at least one, and at least two, of the entities outside a maximal set after whose masks so many more
        are needed. The chosen are inside, then what is chosen in part, then what has little impact, so that few with
        much impact are left for the cut.

        Args:
            values: how far each entity is chosen, in [0, 1]; what is not named is not.
        """
        own = candidates.among(self.unmasked())
        inside = {entity for entity in own if values.get(entity, 0.0) > CHOSEN}
        for entity in inside:
            self.mask(entity)
        if not is_above(self.value(), limit):
            return
        impact_of = self.impacts()
        order = sorted(
            set(own) - inside, key=lambda entity: (-round(values.get(entity, 0.0), 3), impact_of[entity], entity)
        )
        for masks in (1, 2):
            outside = self._outside(order, masks, limit) if self._are_needed(masks, limit, order) else []
            if not outside:
                return
            yield Cut(tuple(sorted(outside)), (1.0,) * len(outside), float(masks))

    def _outside(self, order: Sequence[int], masks: int, limit: float) -> list[int]:
        """What is left when as many entities are masked, in some order, as leave one or two masks more needed."""
        inside, outside = [], []
        for entity in order:
            self.mask(entity)
            if self._are_needed(masks, limit, order):
                inside.append(entity)
            else:
                self.unmask(entity)
                outside.append(entity)
        for entity in inside:
            self.unmask(entity)
        return outside

    def _are_needed(self, masks: int, limit: float, own: Sequence[int]) -> bool:
        """Whether one or two masks more of these entities are needed at least."""
        value = self.value()
        if masks > 1:
            impacts = self.impacts()
            value -= max((impacts[entity] for entity in own if entity in impacts), default=0.0)
        return is_above(value, limit)

    def useful(self, candidates: Candidates) -> dict[int, float]:
        """The impact of each candidate that may still be masked, ascending.

        Two certain identifiers hide each other: masking one changes nothing, masking both does. Where no candidate has
        an impact, its weight takes the place of that.
        """
        impacts = {entity: impact for entity, impact in self.impacts().items() if candidates.allowed[entity]}
        if max(impacts.values(), default=0.0) <= TIE:
            return {entity: self.weight(entity) for entity in impacts}
        return impacts


class Worth:
    """What a mask is worth; here: its impact on the document or chain that is treated."""

    def of(self, violation: Violation, impacts: Mapping[int, float]) -> Mapping[int, float]:
        """What labels for some entities are worth that have some impacts on a violation; in their order."""
        return impacts

    def mask(self, entity: int) -> None:
        """Take note of a mask of the state."""


class ToTreat(NamedTuple):
    """What should be treated next.

    Attributes:
        blocks: of violations.
        is_all: whether nothing else is above its limit, but for what cannot be helped.
        least: whatever has at least this value now is among the blocks.
    """

    blocks: Iterable[Violations]
    is_all: bool
    least: float = 0.0


class Requirement(ABC):
    """Limits of documents or chains. A mask never raises a value.

    Attributes:
        stage: of the masks that are chosen for it.
        held: violations in memory at a time.
    """

    stage: Stage
    held: int = HELD

    @abstractmethod
    def violations(self, state: ChainState) -> Iterator[Violations]:
        """All that is above its limit now, in blocks and in no particular order."""

    @abstractmethod
    def values(self, state: ChainState, violations: Violations) -> Floats:
        """The values of some documents and chains now; (n,)."""

    def value(self, state: ChainState, violation: Violation, evaluator: Evaluator) -> float:
        """The value of a document or chain now; its evaluator holds all masks of the state."""
        return float(self.values(state, Violations.of([violation]))[0])

    def risk(self, state: ChainState, violation: Violation, value: float) -> float:
        """The risk of a document or chain whose value is known."""
        return state.risk(violation.documents, violation.links)

    @abstractmethod
    def evaluator(self, state: ChainState, violation: Violation) -> Evaluator:
        """One document or chain, to try masks on."""

    def worth(self, state: ChainState) -> Worth:
        """What masks are worth from this state on."""
        return Worth()

    @abstractmethod
    def to_treat(self, state: ChainState, hopeless: Collection[Violation]) -> ToTreat:
        """What should be treated next: violations, but for those like the hopeless ones."""
