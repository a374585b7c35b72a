"""What carries one chain, and what breaks it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from sanon.risk.limits import is_above
from sanon.risk.scores import risk_of
from sanon.selection.chain_risks import ChainEvaluator
from sanon.selection.choice import falling
from sanon.selection.corpus_state import ChainState
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.selection.strategies.greedy import treat
from sanon.selection.violations import Violation
from sanon.settings.policy import TIE


class Carrier(NamedTuple):
    """A shared entity: its column, s_e(a,b), and whether its mask leaves nothing that links."""

    entity: int
    strength: float
    masked: bool


class Hop(NamedTuple):
    """One link of the chain.

    Attributes:
        a, b: rows of its documents, in the order of the chain.
        strength, residual_strength: before any mask, and now.
        hop_risk: now.
        via: what both documents mention, the strongest first.
    """

    a: int
    b: int
    strength: float
    residual_strength: float
    hop_risk: float
    via: tuple[Carrier, ...]


class Break(NamedTuple):
    """A single label: what the chain would lose, and whether that is enough."""

    entity: int
    impact: float
    risk_after: float
    enough: bool


@dataclass(frozen=True)
class ChainExplanation:
    """One chain taken apart.

    Attributes:
        documents: rows, in the order of the request.
        risk, residual_risk: before any mask, and now.
        pre_risk: after list, direct and document stage; the category and the limit follow from it.
        limit: what it must reach.
        document_risks, residual_document_risks: R(d) of each document, before any mask and now.
        hops: in order.
        breaks: single labels that may still be given, by falling impact.
        together: what greedy masks to bring the chain to its limit; empty if it is there, or cannot be brought there.
    """

    documents: tuple[int, ...]
    risk: float
    residual_risk: float
    pre_risk: float
    limit: float
    document_risks: tuple[float, ...]
    residual_document_risks: tuple[float, ...]
    hops: tuple[Hop, ...]
    breaks: tuple[Break, ...]
    together: tuple[int, ...]

    @property
    def above(self) -> bool:
        """Whether the chain is above its limit."""
        return is_above(self.residual_risk, self.limit)


def explain_chain(corpus: MaskedCorpus, documents: Sequence[int], breaks: int) -> ChainExplanation:
    """Take the risk of the path along some documents apart, whether or not its links reach the edge threshold.

    Args:
        corpus: masks of now.
        documents: rows, all different, at least two.
        breaks: how many single labels to return.
    """
    chain, links = tuple(documents), tuple(range(len(documents) - 1))
    state = corpus.along(chain)
    unmasked = corpus.unmasked.along(chain)
    limit, risk = corpus.limit_along(chain), state.chain_risk(chain, links)
    candidates = corpus.demands.candidates.for_chains(corpus.masks.now)
    entities, impacts = ChainEvaluator(state, chain, links).impacts()
    useful = candidates.allowed[entities] & (impacts > TIE)
    order = falling(impacts[useful])[:breaks]
    singles = zip(entities[useful][order].tolist(), impacts[useful][order].tolist(), strict=True)
    hops = state.hop()
    together = []
    if is_above(risk, limit):
        violation = Violation(-risk, chain, links, limit)
        together = [choice.entity for choice in treat(state.copy(), corpus.chain_risks, violation, candidates)]
    return ChainExplanation(
        documents=chain,
        risk=unmasked.chain_risk(chain, links),
        residual_risk=risk,
        pre_risk=corpus.pre_risk_along(chain),
        limit=limit,
        document_risks=tuple(float(unmasked.document_risk[document]) for document in chain),
        residual_document_risks=tuple(float(state.document_risk[document]) for document in chain),
        hops=tuple(
            Hop(a, b, float(unmasked.strength[link]), float(state.strength[link]), float(hops[link]), _via(state, link))
            for link, (a, b) in enumerate(pairwise(chain))
        ),
        breaks=tuple(Break(entity, loss, risk - loss, not is_above(risk - loss, limit)) for entity, loss in singles),
        together=tuple(together),
    )


def _via(state: ChainState, link: int) -> tuple[Carrier, ...]:
    terms = slice(int(state.links.start[link]), int(state.links.start[link + 1]))
    via, strength = state.links.via[terms], risk_of(state.links.log_survival[terms])
    order = falling(strength)
    columns = (via[order].tolist(), strength[order].tolist(), state.in_links[via[order]].tolist())
    return tuple(Carrier(*row) for row in zip(*columns, strict=True))
