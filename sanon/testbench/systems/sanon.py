"""The system `sanon`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sanon.selection.strategy import STRATEGIES
from sanon.settings.policy import DirectRule, Policy
from sanon.testbench.systems.contract import Protected, Replacing, System, one_of
from sanon.testbench.workshop import Workshop


class SanonLimits(Replacing):
    """Parameters of sAnon; the others are as sAnon has them by default."""

    strategy: Annotated[str, one_of(STRATEGIES)] | None = Field(default=None, description="of the chain stage")
    theta: float | None = Field(default=None, ge=0, le=1, description="θ_doc")
    chain: float | None = Field(default=None, ge=0, le=1, description="θ_chain")
    k: int | None = Field(default=None, ge=2, le=6, description="documents in the longest chain")
    edge: float | None = Field(default=None, gt=0, le=1, description="edge threshold")
    people: float | None = Field(default=None, ge=0, description="how many must fit each document and chain")
    population: float | None = Field(default=None, gt=0, description="of how many people they are")
    direct: DirectRule | None = Field(default=None, description="rule for direct identifiers")
    chunk: str | None = Field(
        default=None, pattern=r"^(sentences|words:[1-9]\d*)$", description="how documents are cut in the graph"
    )

    def policy(self) -> Policy:
        """The limits, with defaults for what is not said."""
        said = {
            "theta_doc": self.theta,
            "theta_chain": self.chain,
            "max_chain_length": self.k,
            "edge_threshold": self.edge,
            "at_least": self.people,
            "population": self.population,
            "direct": self.direct,
        }
        return Policy.model_validate({name: value for name, value in said.items() if value is not None})


#: (θ_doc, θ_chain)
_SWEEP = (
    (1, 0.9), (0.99, 0.7), (0.95, 0.5), (0.95, 0.3), (0.9, 0.2), (0.8, 0.2), (0.65, 0.1), (0.5, 0.1), (0.3, 0.05),
)  # fmt: skip


class Sanon(System[SanonLimits]):
    """Masks the smallest set of values that brings all documents and chains under the policy."""

    name = "sanon"
    summary = "sAnon"
    parameters = SanonLimits
    ours = True
    sweep = tuple(f"theta={theta:g}@chain={chain:g}@people=0" for theta, chain in _SWEEP)

    def protect(self, workshop: Workshop) -> Protected:
        """As `sanon run` does it."""
        said = self.options
        return workshop.redacted(
            said.extraction,
            said.policy(),
            chunk=said.chunk.replace(":", "=") if said.chunk else None,
            strategy=said.strategy,
            operators=said.operator,
        )
