"""What masks hide of each entity: its part in the risk of documents, and its part in the strength of links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import pandas as pd

from sanon.risk.incidence import Booleans

#: Stages after the risk of a chain was taken that ρ refers to.
AFTER_DOCUMENT_STAGE = frozenset({"chain", "people", "background"})


@dataclass(frozen=True)
class Hidden:
    """Entities that take no part any more.

    Attributes:
        in_documents: in no R(d); (E,).
        in_links: in no strength, since nothing remains that two documents share; a subset of the other; (E,).
    """

    in_documents: Booleans
    in_links: Booleans

    @classmethod
    def nothing(cls, entities: int) -> Self:
        """No mask at all."""
        none = np.zeros(entities, dtype=np.bool_)
        return cls(none, none)

    @classmethod
    def under(cls, masked: Booleans, leaves_link: Booleans | None = None) -> Self:
        """Masks by operators of which some leave a link; by default labels, of which nothing remains; both (E,)."""
        return cls(masked, masked if leaves_link is None else masked & ~leaves_link)

    def hiding(self, entities: Sequence[int], leaves_link: Booleans | None = None) -> Hidden:
        """The same masks and those of some more entities; `leaves_link` (E,) says which leave a link (none)."""
        chosen = np.zeros_like(self.in_documents)
        chosen[list(entities)] = True
        added = Hidden.under(chosen, leaves_link)
        return Hidden(self.in_documents | added.in_documents, self.in_links | added.in_links)

    def showing(self, entities: Sequence[int]) -> Hidden:
        """These masks without those of some entities."""
        in_documents, in_links = self.in_documents.copy(), self.in_links.copy()
        in_documents[list(entities)] = in_links[list(entities)] = False
        return Hidden(in_documents, in_links)


@dataclass(frozen=True)
class Masks:
    """The masks of a corpus, and which of them the limits of chains refer to.

    Attributes:
        now: all.
        before_chains: those of list, direct and document stage, with what they left of links; ρ refers to them.
    """

    now: Hidden
    before_chains: Hidden

    @classmethod
    def none(cls, entities: int) -> Self:
        """No mask at all."""
        return cls(Hidden.nothing(entities), Hidden.nothing(entities))

    @classmethod
    def of_decisions(cls, entities: pd.DataFrame) -> Self:
        """The masks that the tables of a store hold.

        Args:
            entities: by id; columns masked, decided_by, leaves_link, relabelled. Empty cells mean no: a mask that
                a person set by hand counts as a label of the stages before the chain stage.
        """
        masked, leaves_link, relabelled = (
            entities[name].fillna(False).to_numpy(dtype=np.bool_) for name in ("masked", "leaves_link", "relabelled")
        )
        early = masked & ~entities["decided_by"].isin(AFTER_DOCUMENT_STAGE).to_numpy(dtype=np.bool_)
        return cls(Hidden.under(masked, leaves_link), Hidden.under(early, leaves_link | relabelled))

    def with_early(self, entities: Sequence[int], leaves_link: Booleans) -> Masks:
        """These masks and what list, direct or document stage masks."""
        return Masks(self.now.hiding(entities, leaves_link), self.before_chains.hiding(entities, leaves_link))

    def with_late(self, entities: Sequence[int], leaves_link: Booleans | None = None) -> Masks:
        """These masks and what chain or background stage masks; the limits of chains stay."""
        return Masks(self.now.hiding(entities, leaves_link), self.before_chains)

    def showing(self, entities: Sequence[int]) -> Masks:
        """These masks without those of some entities."""
        return Masks(self.now.showing(entities), self.before_chains.showing(entities))
