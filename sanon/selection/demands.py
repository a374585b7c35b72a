"""The demands on a selection that are no thresholds: lists, costs, operators, accepted risks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sanon.risk.incidence import Booleans, Floats, Incidence
from sanon.risk.people import People
from sanon.selection.candidates import Candidates
from sanon.settings.policy import Policy


@dataclass(frozen=True)
class Demands:
    """Lists, limits, costs and operators as arrays over one corpus.

    Attributes:
        always: entities that a list masks, before all other stages; (E,).
        direct: entities that go because they are direct identifiers, before document and chain stage; (E,).
        candidates: what else may be masked, and what it costs.
        leaves_link: entities whose operator leaves a link between the documents that mention them; (E,).
        theta_doc: limit of each document; (N,).
        accepted_chains: rows of the documents of chains whose risk is accepted, from the smaller end.
        twins: entities that are one value under several types, and are masked together.
        people: how many people must fit, and what each value tells; None if nothing is demanded.
        words: that each entity hides in all documents, where the document stage is to spare them; (E,).
    """

    always: Booleans
    direct: Booleans
    candidates: Candidates
    leaves_link: Booleans
    theta_doc: Floats
    accepted_chains: frozenset[tuple[int, ...]] = frozenset()
    twins: tuple[tuple[int, ...], ...] = ()
    people: People | None = None
    words: Floats | None = None

    @classmethod
    def plain(cls, incidence: Incidence, policy: Policy) -> Demands:
        """No lists, no direct identifiers, labels, every entity at a cost of 1, one limit for all documents."""
        nothing = np.zeros(incidence.entities, dtype=np.bool_)
        everything = Candidates(np.ones(incidence.entities, dtype=np.bool_), np.ones(incidence.entities))
        return cls(nothing, nothing, everything, nothing, np.full(incidence.documents, policy.theta_doc))
