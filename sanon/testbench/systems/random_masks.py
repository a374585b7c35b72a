"""The system `random`."""

from __future__ import annotations

import numpy as np

from sanon.settings.policy import Policy
from sanon.testbench.systems.contract import Protected, Replacing, System
from sanon.testbench.systems.limits import NOTHING
from sanon.testbench.workshop import Workshop


class RandomMasks(System[Replacing]):
    """Selects blindly, for as many masks as sAnon needs by its defaults."""

    name = "random"
    summary = "direct identifiers, and as many other entities as sAnon masks, drawn at random"
    parameters = Replacing

    def protect(self, workshop: Workshop) -> Protected:
        """The direct ones go as they do with sAnon; the rest is drawn from the others."""
        said = self.said
        masks = workshop.redacted(said.extraction, Policy()).masks or 0
        entities = workshop.found(said.extraction).entities
        direct = entities["type"].map(lambda kind: workshop.profile.types[kind].direct).astype(bool)
        others = entities[~direct]
        wanted = min(max(masks - int(direct.sum()), 0), len(others))
        drawn = np.random.default_rng(workshop.seed).choice(len(others), size=wanted, replace=False)
        rows = others.iloc[sorted(drawn.tolist())]
        always = [
            {"type": kind, "value": value}
            for kind, value in zip(rows["type"].tolist(), rows["value"].tolist(), strict=True)
        ]
        return workshop.redacted(said.extraction, NOTHING, always=always, operators=said.operator)
