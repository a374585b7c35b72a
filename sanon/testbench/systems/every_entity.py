"""The system `every-entity`."""

from __future__ import annotations

from sanon.testbench.systems.contract import NOTHING, Protected, Replacing, System
from sanon.testbench.workshop import Workshop


class EveryEntity(System[Replacing]):
    """Selects nothing: whatever was found is masked."""

    name = "every-entity"
    summary = "every entity masked"
    parameters = Replacing

    def protect(self, workshop: Workshop) -> Protected:
        """Entities of every type are masked."""
        always = [{"type": kind} for kind in workshop.profile.types]
        return workshop.redacted(self.options.extraction, NOTHING, always=always, operators=self.options.operator)
