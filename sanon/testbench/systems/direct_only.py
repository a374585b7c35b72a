"""The system `direct-only`."""

from __future__ import annotations

from sanon.testbench.systems.contract import NOTHING, Protected, Replacing, System
from sanon.testbench.workshop import Workshop


class DirectOnly(System[Replacing]):
    """Does what de-identification usually does."""

    name = "direct-only"
    summary = "direct identifiers masked, nothing else"
    parameters = Replacing

    def protect(self, workshop: Workshop) -> Protected:
        """The rule for direct identifiers, and no limit."""
        return workshop.redacted(self.options.extraction, NOTHING, operators=self.options.operator)
