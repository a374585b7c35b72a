"""The system `random`."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from sanon.settings.policy import Policy
from sanon.testbench.systems.contract import NOTHING, Protected, Replacing, System
from sanon.testbench.workshop import Workshop


class Drawing(Replacing):
    """Parameters of random masks."""

    share: float | None = Field(
        default=None, ge=0, le=1, description="of the entities that are not direct; by default as many as sAnon masks"
    )


class RandomMasks(System[Drawing]):
    """Selects blindly."""

    name = "random"
    summary = "direct identifiers, and as many other entities as sAnon masks, drawn at random"
    parameters = Drawing
    sweep = tuple(f"share={share:g}" for share in (0, 0.1, 0.25, 0.5, 0.75, 1))

    def protect(self, workshop: Workshop) -> Protected:
        """The direct ones go as they do with sAnon; the rest is drawn from the others."""
        said = self.options
        entities = workshop.found(said.extraction).entities
        direct = entities["type"].map(lambda kind: workshop.profile.types[kind].direct).astype(bool)
        others = entities[~direct]
        if said.share is None:
            masks = workshop.redacted(said.extraction, Policy()).masks or 0
            wanted = min(max(masks - int(direct.sum()), 0), len(others))
        else:
            wanted = round(said.share * len(others))
        drawn = np.random.default_rng(workshop.seed).choice(len(others), size=wanted, replace=False)
        rows = others.iloc[sorted(drawn.tolist())]
        always = [
            {"type": kind, "value": value}
            for kind, value in zip(rows["type"].tolist(), rows["value"].tolist(), strict=True)
        ]
        return workshop.redacted(said.extraction, NOTHING, always=always, operators=said.operator)
