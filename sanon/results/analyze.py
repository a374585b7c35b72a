"""What `sanon analyze` finds."""

from __future__ import annotations

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.results.load import Counts
from sanon.results.risks import (
    ByCategory,
    EntityId,
    EntityName,
    OverPolicy,
    Parameters,
    PeopleFit,
    RiskyChain,
    RiskyDocument,
    WithValues,
)


class EntityNumbers(EntityName):
    """An entity of the corpus, without its value.

    Attributes:
        reason: why it is masked; None if it is not.
    """

    frequency: int = Field(ge=1)
    uniqueness: Share
    importance: Share
    masked: bool
    reason: str | None = None


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


class AnalyzeResult(WithValues):
    """The risks, links and chains: before any mask, and now.

    Attributes:
        counts: what the graph holds, whatever is listed here.
        max_document_risk, max_residual_document_risk: greatest risk of a document before any mask, and now.
        over_policy: documents and chains above their limits now.
        direct_readable: direct identifiers that no mask covers.
        people: how many people fit now; None if the policy does not ask.
    """

    listed = "entities"

    counts: Counts
    max_document_risk: Share
    max_residual_document_risk: Share
    documents: list[RiskyDocument]
    entities: list[EntityNumbers]
    links: list[LinkNumbers]
    chains: ChainSurvey
    over_policy: OverPolicy
    direct_readable: Count
    people: PeopleFit | None = None
    parameters: Parameters
