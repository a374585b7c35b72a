"""What every way to derive the numbers does, and what they share. All give the same numbers (to 1e-9)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, Protocol

import numpy as np
import pandas as pd

from sanon.graph.store import Store
from sanon.risk.chains import hop_risk
from sanon.risk.incidence import Integers
from sanon.risk.survey import HopRisks, Survey
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile


class Deriver(Protocol):
    """A way to derive the numbers of the graph."""

    @property
    def where(self) -> Literal["cypher", "arrays"]:
        """Where it computes; a name in settings and messages."""

    def links(self, store: Store, policy: Policy, profile: Profile) -> pd.DataFrame:
        """Bring the numbers of entities and documents in the graph to what is right, and derive the links.

        Returns:
            Columns a, b (ids of documents, a < b), strength, residual_strength, hop_risk, via (ids of entities),
            pre_hop_risk.
        """

    def chains(self, store: Store, policy: Policy, limit: int | None, accepted: Collection[tuple[str, ...]]) -> Survey:
        """Count the chains over the links before any mask, and find the worst now; as `derive.survey_chains`."""


def ends_in_order(links: pd.DataFrame) -> pd.DataFrame:
    """The smaller id first: Neo4j orders texts by UTF-16 units, and a link must not be written in both directions."""
    ordered = [(min(ends), max(ends)) for ends in zip(links["a"].tolist(), links["b"].tolist(), strict=True)]
    return links.assign(a=[a for a, _ in ordered], b=[b for _, b in ordered])


def hop_risks(links: pd.DataFrame, documents: pd.DataFrame, a: Integers, b: Integers) -> HopRisks:
    """Hop risks of derived links between rows a and b of the documents."""
    risk = documents["risk"].to_numpy(np.float64)
    unmasked = hop_risk(links["strength"].to_numpy(np.float64), risk[a], risk[b])
    return HopRisks(unmasked, links["pre_hop_risk"].to_numpy(np.float64), links["hop_risk"].to_numpy(np.float64))
