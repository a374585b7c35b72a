"""What `sanon explain` says."""

from __future__ import annotations

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.results.risks import EntityId, EntityName, Path, Stage
from sanon.settings.policy import Category


class EffectOnDocument(Result):
    """A document that mentions an entity: its risks, and now with the mask of the entity turned round."""

    source_id: str
    risk: Share
    residual_risk: Share
    risk_without: Share
    limit: Share


class EffectOnChain(Result):
    """A chain through such documents."""

    documents: Path
    risk: Share
    residual_risk: Share
    risk_without: Share
    limit: Share


class AlternativeMask(Result):
    """Another entity that could be masked in its place."""

    id: EntityId
    cost: float = Field(gt=0)


class RungOfLadder(Result):
    """A coarser value that could stand in place of an entity.

    Attributes:
        level: from 1, the finest.
        shown: whether it does.
        barred_by: documents of the document or chain that would be above its limit if it did; none if none would be.
        risk, limit: of these, None if there are none.
    """

    level: int = Field(ge=1)
    shown: bool
    barred_by: list[str]
    risk: Share | None
    limit: Share | None


class ExplainedEntity(Result):
    """Why an entity is masked or kept.

    Attributes:
        level: of the coarser value in its place; 0 for a label or another operator.
        ladder: of a masked entity that a coarser value may stand for, up to the one that does.
    """

    id: EntityId
    type: str
    masked: bool
    reason: str
    stage: Stage | None
    level: Count
    ladder: list[RungOfLadder]
    run_id: str | None
    documents: list[EffectOnDocument]
    chains: list[EffectOnChain]
    alternatives: list[AlternativeMask]


class ContributingEntity(Result):
    """What one entity adds to the risk of a document; `cumulative` with all before it."""

    id: EntityId
    type: str
    contribution: Share
    masked: bool
    cumulative: Share


class ChainWithLimit(Result):
    """A chain through a document, and its limit."""

    documents: Path
    risk: Share
    residual_risk: Share
    limit: Share


class ResemblingText(Result):
    """A text that an attacker takes for the one about the document's person.

    Attributes:
        background: source id of the text.
        attacker: who.
        rank_before, rank_after: its place for the original and with all masks, from 1; 0 if it is none of the first.
    """

    background: str
    attacker: str
    rank_before: Count
    rank_after: Count


class ExplainedDocument(Result):
    """What makes a document risky, and from whom its masks hide it."""

    source_id: str
    risk: Share
    residual_risk: Share
    limit: Share
    entities: list[ContributingEntity]
    chains: list[ChainWithLimit]
    resembles: list[ResemblingText] = Field(default_factory=list)


class CarryingEntity(Result):
    """An entity that two documents share."""

    id: EntityId
    type: str
    strength: Share
    masked: bool


class HopResult(Result):
    """Two neighbours of a chain, and what links them."""

    source: str
    target: str
    strength: Share
    residual_strength: Share
    hop_risk: Share
    via: list[CarryingEntity]


class BreakingMask(Result):
    """What one more mask would do to a chain."""

    id: EntityId
    type: str
    impact: float
    risk_after: Share
    enough: bool


class ExplainedChain(Result):
    """What carries a chain, and what breaks it; `together` a smallest set of masks that does."""

    documents: Path
    document_risks: list[Share]
    residual_document_risks: list[Share]
    risk: Share
    residual_risk: Share
    category: Category
    limit: Share
    hops: list[HopResult]
    breaks: list[BreakingMask]
    together: list[EntityName]
