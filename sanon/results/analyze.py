"""What `sanon analyze` finds."""

from __future__ import annotations

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.results.risks import ByCategory, EntityId, OverPolicy, Parameters, RiskyChain, RiskyDocument


class EntityNumbers(Result):
    """An entity of the corpus, without its value."""

    id: EntityId
    type: str
    frequency: int = Field(ge=1)
    uniqueness: Share
    importance: Share
    masked: bool


class LinkNumbers(Result):
    """A link: `source` < `target`; strength before any mask, and now; `via` the entities that both mention."""

    source: str
    target: str
    strength: Share
    residual_strength: Share
    hop_risk: Share
    via: list[EntityId]


class ChainSurvey(Result):
    """All chains of the corpus, and the worst of them."""

    count: Count
    by_category: ByCategory
    items: list[RiskyChain]


class AnalyzeResult(Result):
    """The risks, links and chains: before any mask, and now.

    Attributes:
        direct_readable: direct identifiers that no mask covers.
    """

    documents: list[RiskyDocument]
    entities: list[EntityNumbers]
    links: list[LinkNumbers]
    chains: ChainSurvey
    over_policy: OverPolicy
    direct_readable: Count
    parameters: Parameters
