"""What carries one chain, and what breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sanon.explanation.situation import Situation
from sanon.risk.scores import risk_of
from sanon.selection.choice import TIE, falling, is_above
from sanon.selection.corpus_state import ChainState
from sanon.selection.greedy import treat
from sanon.selection.violations import Violation


class Carrier(NamedTuple):
    """A shared entity: its column, s_e(a,b), and whether it is masked and carries nothing now."""

    entity: int
    strength: float
    masked: bool


class Hop(NamedTuple):
    """One link of the chain.

    Attributes:
        a, b: rows of its documents, in the order of the chain.
        strength, strength_unmasked: now, and if nothing were masked.
        hop_risk: now.
        via: what both documents mention, the strongest first.
    """

    a: int
    b: int
    strength: float
    strength_unmasked: float
    hop_risk: float
    via: tuple[Carrier, ...]


class Break(NamedTuple):
    """A single mask: what the chain would lose, and whether that is enough."""

    entity: int
    impact: float
    risk_after: float
    enough: bool


@dataclass(frozen=True)
class ChainExplanation:
    """One chain taken apart.

    Attributes:
        documents: rows, in the order asked for.
        risk: now.
        risk_unmasked: if nothing were masked.
        limit: what it must reach.
        document_risks: R(d) now of each document.
        hops: in order.
        breaks: single masks that may still be made, by falling impact.
        together: what greedy masks to bring the chain to its limit; empty if it is there, or cannot be brought there.
    """

    documents: tuple[int, ...]
    risk: float
    risk_unmasked: float
    limit: float
    document_risks: tuple[float, ...]
    hops: tuple[Hop, ...]
    breaks: tuple[Break, ...]
    together: tuple[int, ...]

    @property
    def above(self) -> bool:
        """Whether the chain is above its limit."""
        return is_above(self.risk, self.limit)


def explain_chain(situation: Situation, documents: Sequence[int], breaks: int) -> ChainExplanation:
    """Take the risk of the path along some documents apart, whether or not its links reach the edge threshold.

    Args:
        situation: masks of now.
        documents: rows, all different, at least two.
        breaks: how many single masks to return.
    """
    chain, links = tuple(documents), tuple(range(len(documents) - 1))
    state = situation.along(chain)
    nothing = np.zeros_like(situation.incidence.masked)
    unmasked = ChainState(situation.incidence, nothing, state.links)
    limit, risk = situation.limit_of(chain), state.chain_risk(chain, links)
    entities, impacts = state.impacts(chain, links)
    useful = situation.demands.candidates.allowed[entities] & (impacts > TIE)
    order = falling(impacts[useful])[:breaks]
    singles = zip(entities[useful][order].tolist(), impacts[useful][order].tolist(), strict=True)
    hops = state.hop()
    together = []
    if is_above(risk, limit):
        violation = Violation(-risk, chain, links, limit)
        together = [choice.entity for choice in treat(state.copy(), violation, situation.demands.candidates)]
    return ChainExplanation(
        documents=chain,
        risk=risk,
        risk_unmasked=unmasked.chain_risk(chain, links),
        limit=limit,
        document_risks=tuple(float(state.document_risk[document]) for document in chain),
        hops=tuple(
            Hop(a, b, float(state.strength[link]), float(unmasked.strength[link]), float(hops[link]), _via(state, link))
            for link, (a, b) in enumerate(pairwise(chain))
        ),
        breaks=tuple(Break(entity, loss, risk - loss, not is_above(risk - loss, limit)) for entity, loss in singles),
        together=tuple(together),
    )


def _via(state: ChainState, link: int) -> tuple[Carrier, ...]:
    terms = slice(int(state.links.start[link]), int(state.links.start[link + 1]))
    via, strength = state.links.via[terms], risk_of(state.links.log_survival[terms])
    order = falling(strength)
    columns = (via[order].tolist(), strength[order].tolist(), state.masked[via[order]].tolist())
    return tuple(Carrier(*row) for row in zip(*columns, strict=True))
