"""The policy: the limits a corpus must meet, with the defaults of the method."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

Category = Literal["HIGH", "MEDIUM", "LOW"]
DirectRule = Literal["always", "by-risk"]
#: How direct identifiers are treated; a flag's choices.
DIRECT_RULES: tuple[DirectRule, ...] = get_args(DirectRule)

#: Lower bound of each risk category of a chain.
HIGH_FROM = 0.75
MEDIUM_FROM = 0.5
#: People in the world.
WORLD = 8e9
#: Risks that differ by less than this are equal: their difference is rounding, and depends on the order of sums.
TIE = 1e-12


def category(risk: float) -> Category:
    """Risk category of a chain: HIGH ≥ 0.75, MEDIUM ≥ 0.5, else LOW."""
    if risk >= HIGH_FROM:
        return "HIGH"
    return "MEDIUM" if risk >= MEDIUM_FROM else "LOW"


class Policy(BaseModel):
    """Thresholds that decide what is linked, what a chain is, and what must be masked.

    Attributes:
        edge_threshold: two documents are linked from this strength on, in (0, 1].
        max_chain_length: documents in the longest chain, k in 2..6.
        theta_doc: highest document risk allowed.
        theta_chain: highest chain risk allowed.
        rho_high, rho_medium: a HIGH or MEDIUM chain must also fall to this share of its risk after the document stage.
        direct: whether direct identifiers are masked wherever they stand, or only where a risk demands it.
        at_least: people that must fit what each document and each chain still tells; 0 asks for nothing.
        population: people of whom they are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    edge_threshold: float = Field(default=0.5, gt=0, le=1)
    max_chain_length: int = Field(default=3, ge=2, le=6)
    theta_doc: float = Field(default=0.95, ge=0, le=1)
    theta_chain: float = Field(default=0.5, ge=0, le=1)
    rho_high: float = Field(default=0.7, ge=0, le=1)
    rho_medium: float = Field(default=0.9, ge=0, le=1)
    direct: DirectRule = "always"
    at_least: float = Field(default=0, ge=0)
    population: float = Field(default=WORLD, gt=0)
