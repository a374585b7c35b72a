"""The system `thesis`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sanon.selection.strategy import STRATEGIES
from sanon.settings.policy import Policy
from sanon.testbench.systems.contract import Parameters, Protected, System, one_of
from sanon.testbench.two_stage import TwoStages
from sanon.testbench.workshop import Workshop


class ThesisLimits(Parameters):
    """Parameters of the thesis, with its defaults."""

    theta: float = Field(default=0.95, ge=0, le=1, description="θ_doc")
    chain: float = Field(default=0.5, ge=0, le=1, description="θ_chain")
    strategy: Annotated[str, one_of(STRATEGIES)] = Field(default="knapsack", description="of the chain stage")


class Thesis(System[ThesisLimits]):
    """Does what Zhou 2025 did: the model's entities alone, direct identifiers by risk like all others."""

    name = "thesis"
    summary = "two-stage extraction and policy of Zhou 2025: the model's entities alone, direct ones by risk"
    parameters = ThesisLimits
    needs_model = True

    def protect(self, workshop: Workshop) -> Protected:
        """Extraction by the model alone, then knapsack under the limits of the thesis."""
        found = TwoStages(workshop.ask, workshop.profile, workshop.workers).found(workshop.texts)
        policy = Policy(theta_doc=self.options.theta, theta_chain=self.options.chain, direct="by-risk", at_least=0)
        return workshop.redacted(workshop.given_by("two-stage", found), policy, strategy=self.options.strategy)
