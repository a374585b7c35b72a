"""The system `document`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from sanon.settings.policy import DirectRule, Policy
from sanon.testbench.systems.contract import NOTHING, Protected, Replacing, System
from sanon.testbench.workshop import Workshop

_STEPS = 12


class DocumentLimits(Replacing):
    """Parameters of the document stage."""

    theta: Annotated[float, Field(ge=0, le=1)] | Literal["equal"] = Field(
        default=0.95, description="θ_doc, or `equal`: such that it masks as many values as sAnon by its defaults"
    )
    direct: DirectRule = Field(default="always", description="rule for direct identifiers")


class DocumentStage(System[DocumentLimits]):
    """Sees each document alone: what remains of sAnon without its chains."""

    name = "document"
    summary = "document stage alone"
    parameters = DocumentLimits
    sweep = tuple(f"theta={theta:g}" for theta in (1, 0.99, 0.95, 0.9, 0.8, 0.65, 0.5, 0.3, 0.1))

    def protect(self, workshop: Workshop) -> Protected:
        """Under θ_doc and no other limit."""
        if self.options.theta != "equal":
            return self._under(self.options.theta, workshop)
        # The number of masks falls as θ_doc rises: halve the interval, and keep what comes nearest.
        wanted = workshop.redacted(self.options.extraction, Policy(direct=self.options.direct)).masks or 0
        low, high, best = 0.0, 1.0, self._under(1.0, workshop)
        for _ in range(_STEPS):
            middle = (low + high) / 2
            made = self._under(middle, workshop)
            masks = made.masks or 0
            if abs(masks - wanted) < abs((best.masks or 0) - wanted):
                best = made
            if masks == wanted:
                break
            low, high = (low, middle) if masks < wanted else (middle, high)
        return best

    def _under(self, theta: float, workshop: Workshop) -> Protected:
        policy = NOTHING.model_copy(update={"theta_doc": theta, "direct": self.options.direct})
        return workshop.redacted(self.options.extraction, policy, operators=self.options.operator)
