"""What `sanon frontier` computes."""

from __future__ import annotations

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.results.risks import RiskTotals


class LimitsNow(Result):
    """The limits that the grid varies."""

    edge_threshold: Share
    theta_doc: Share
    theta_chain: Share


class FrontierPoint(RiskTotals, LimitsNow):
    """One policy: how many masks it needs, and what risk it leaves.

    Attributes:
        masked: entities; direct_masks, document_masks, chain_masks, people_masks: those that each stage chose, a list
            the others.
        cost: of all masks.
        common_chain_risk: the worst chain after, over the links of the lowest edge threshold of the grid. A higher
            threshold overlooks links, so that its own worst chain cannot be compared with that of a lower one.
        kept_coarser: masks that show a coarser value; information_lost: by all masks, 1 for a label.
        efficient: no other point has at most its cost and at most its risks.
    """

    masked: Count
    direct_masks: Count
    document_masks: Count
    chain_masks: Count
    people_masks: Count
    cost: float = Field(ge=0)
    common_chain_risk: Share
    kept_coarser: Count
    information_lost: float = Field(ge=0)
    efficient: bool


class SharedParameters(Result):
    """What all points of a frontier share."""

    max_chain_length: int = Field(ge=2, le=6)
    rho_high: Share
    rho_medium: Share
    direct: str
    at_least: float = Field(ge=0)
    population: float = Field(gt=0)
    profile: str


class FrontierResult(Result):
    """Masks and risks at each policy.

    Attributes:
        points: by edge threshold, θ_doc and θ_chain.
        entities: how many the documents mention; masked_now: how many of them are masked.
        strategy, objective: by which each point was decided.
    """

    listed = "points"

    points: list[FrontierPoint]
    entities: Count
    masked_now: Count
    strategy: str
    objective: str
    now: LimitsNow
    parameters: SharedParameters
