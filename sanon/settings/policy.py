"""The policy: the limits a corpus must meet, with the defaults of the method."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sanon.records import StrictModel

Category = Literal["HIGH", "MEDIUM", "LOW"]
DirectRule = Literal["always", "by-risk"]

#: Lower bound of each risk category of a chain.
HIGH_FROM = 0.75
MEDIUM_FROM = 0.5
#: Whom a document could be about: the members of a large insurer, the inhabitants of a city. What this was fitted on:
#: docs/decisions/0014-whom-it-could-be.md.
POPULATION = 1e6
#: Risks that differ by less than this are equal: their difference is rounding, and depends on the order of sums.
TIE = 1e-12


def category(risk: float) -> Category:
    """Risk category of a chain: HIGH ≥ 0.75, MEDIUM ≥ 0.5, else LOW."""
    if risk >= HIGH_FROM:
        return "HIGH"
    return "MEDIUM" if risk >= MEDIUM_FROM else "LOW"


class Policy(StrictModel):
    """Limits that decide what is linked, what a chain is, and what must be masked."""

    edge_threshold: float = Field(
        default=0.5, gt=0, le=1, description="Two documents are linked if what they share is at least this strong."
    )
    max_chain_length: int = Field(default=3, ge=2, le=6, description="Number of documents in the longest chain.")
    theta_doc: float = Field(default=0.95, ge=0, le=1, description="Highest risk that a document may keep.")
    theta_chain: float = Field(default=0.5, ge=0, le=1, description="Highest risk that a chain of documents may keep.")
    rho_high: float = Field(
        default=0.7,
        ge=0,
        le=1,
        description="A chain of high risk must also fall to this share of its risk after the document stage.",
    )
    rho_medium: float = Field(
        default=0.9,
        ge=0,
        le=1,
        description="A chain of medium risk must also fall to this share of its risk after the document stage.",
    )
    direct: DirectRule = Field(
        default="always",
        description="Direct identifiers, such as names and telephone numbers: always masked, or only where a risk "
        "demands it. The list never_mask of a policy file names exceptions.",
    )
    at_least: float = Field(
        default=20,
        ge=0,
        description="Least number of people who must fit what a document or a chain still tells; 0 demands nothing.",
    )
    population: float = Field(
        default=POPULATION,
        gt=0,
        description="How many people a document could be about, as readers know: your members, clients or inhabitants. "
        "If 20 of the 8 billion people in the world fit a letter, perhaps only one of your members does.",
    )
