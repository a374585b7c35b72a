"""What the mask of one entity does, or would do."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from sanon.explanation.situation import Situation
from sanon.risk.chains_through import worst_chains_through
from sanon.risk.scores import document_risk
from sanon.selection.choice import TIE


class Effect(NamedTuple):
    """A document or chain with the mask of now, and without.

    Attributes:
        documents: rows; one for a document.
        risk: now.
        risk_without: if the decision on the entity were the other one: unmasked if it is masked, masked if it is kept.
        limit: what the policy asks of the document or chain now.
    """

    documents: tuple[int, ...]
    risk: float
    risk_without: float
    limit: float


@dataclass(frozen=True)
class EntityExplanation:
    """What one entity does to the documents that mention it and to the chains through them.

    Attributes:
        entity: its column.
        masked: now.
        documents: all that mention it, by falling difference.
        chains: the worst through those documents, by falling risk with the entity unmasked.
    """

    entity: int
    masked: bool
    documents: tuple[Effect, ...]
    chains: tuple[Effect, ...]


def explain_entity(situation: Situation, entity: int, chains: int) -> EntityExplanation:
    """Compare the corpus as it is with the corpus where one entity is masked, or not, the other way round.

    Chains are those over the links that stand with the entity unmasked: what unmasking it would open is among them.

    Args:
        situation: masks of now.
        entity: column.
        chains: how many to return.
    """
    incidence, masked = situation.incidence, bool(situation.incidence.masked[entity])
    shown = situation.keeping([entity]) if masked else situation
    hidden = shown.state.copy()
    hidden.mask(entity)
    begin, order = incidence.by_entity
    rows = np.sort(incidence.document[order[begin[entity] : begin[entity + 1]]])
    with_it, without_it = document_risk(incidence, shown.incidence.masked), hidden.document_risk
    now, other = (without_it, with_it) if masked else (with_it, without_it)
    documents = [
        Effect((row,), float(now[row]), float(other[row]), float(situation.demands.theta_doc[row]))
        for row in rows.tolist()
    ]
    paths = []
    for chain in worst_chains_through(shown.graph, rows.tolist(), situation.policy.max_chain_length, chains):
        links = _links(shown, chain.documents)
        risks = (shown.state.chain_risk(chain.documents, links), hidden.chain_risk(chain.documents, links))
        risk, risk_without = reversed(risks) if masked else risks
        paths.append(Effect(chain.documents, risk, risk_without, situation.limit_of(chain.documents)))
    return EntityExplanation(
        entity=entity,
        masked=masked,
        documents=tuple(sorted(documents, key=_by_difference)),
        chains=tuple(paths),
    )


def _by_difference(effect: Effect) -> tuple[float, tuple[int, ...]]:
    return -round(abs(effect.risk - effect.risk_without) / TIE), effect.documents


def _links(situation: Situation, documents: tuple[int, ...]) -> list[int]:
    """Rows of the links along a chain."""
    links = situation.state.links
    known = links.a * situation.incidence.documents + links.b
    ends = [sorted(pair) for pair in pairwise(documents)]
    wanted = np.array([a * situation.incidence.documents + b for a, b in ends])
    return [int(row) for row in np.searchsorted(known, wanted)]
