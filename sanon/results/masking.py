"""What is risky, what was masked and why: `analyze`, `redact`, `what-if`, `explain`, `frontier`."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.settings.policy import Category, Policy

EntityId = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
Stage = Literal["list", "direct", "document", "chain", "background"]
Path = Annotated[list[str], Field(min_length=2, max_length=6)]


class Parameters(Policy):
    """The policy that the numbers belong to, and the name of the profile."""

    profile: str


class OverPolicy(Result):
    """How many documents and chains are above their limits."""

    documents: Count
    chains: Count


class RiskyDocument(Result):
    """A document: its risk before any mask, and now."""

    source_id: str
    risk: Share
    residual_risk: Share


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


class RiskyChain(Result):
    """A chain of documents: its risk before any mask, and now."""

    documents: Path
    risk: Share
    residual_risk: Share
    category: Category


class ByCategory(Result):
    """Numbers of chains."""

    HIGH: Count
    MEDIUM: Count
    LOW: Count


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


class MaskedEntityResult(Result):
    """An entity that was masked, and why.

    Attributes:
        level: of the coarser value in its place; 0 for a label or another operator.
        loss: share of its information that is lost, 1 − IC(g)/IC(e); 1 with a label.
    """

    id: EntityId
    type: str
    reason: str
    stage: Stage
    replacement: str
    operator: str
    level: Count
    loss: Share


class RiskTotals(Result):
    """The greatest risks, and how many documents and chains are above their limits."""

    max_document_risk: Share
    max_chain_risk: Share
    chains_over_policy: Count
    documents_over_policy: Count


class OpenDocument(Result):
    """A document that nothing allowed could bring to its limit."""

    source_id: str
    residual_risk: Share
    limit: Share


class OpenChain(Result):
    """A chain that nothing allowed could bring to its limit."""

    documents: Path
    residual_risk: Share
    limit: Share


class StillOpen(Result):
    """What stays above the policy."""

    documents: list[OpenDocument]
    chains: list[OpenChain]


class OpenedChain(Result):
    """A chain that new or changed documents brought over the policy."""

    documents: Path
    residual_risk: Share


class ExpiredAcceptance(Result):
    """An accepted risk that counts again."""

    document: str | None = None
    chain: list[str] | None = None
    reason: str
    until: date


class BackgroundResult(Result):
    """What the background stage did.

    Attributes:
        texts: that an attacker may know.
        documents: that have a text about their person there.
        found_before, found_after: how many of them an attacker finds among the first candidates, in the originals and
            with all masks.
        candidates: how many texts count as the first ones.
        masked: masks of this stage.
        words, lower_bound: that they hide in all documents, and that any set of masks hides at least.
    """

    texts: Count
    documents: Count
    found_before: Count
    found_after: Count
    candidates: Count
    masked: Count
    words: float = Field(ge=0)
    lower_bound: float = Field(ge=0)


class RedactResult(Result):
    """What was decided and what it leaves.

    Attributes:
        run_id: of the run in the graph; None for a dry run.
        before, after: of all decisions of this run.
        direct_readable: direct identifiers that no mask covers.
        information_lost: sum of the losses of all masks, also of those of before; with_labels: 1 for each.
        kept_coarser: masks that show a coarser value; coarsened: of before, that got a coarser one or a label.
        cost: of all masks; lower_bound and gap where the strategy proves them.
        cost_of_others: strategy -> cost, where they were compared.
        opened: the worst chains over policy through new or changed documents; opened_count how many there were.
        open: what stays above the policy.
        expired: accepted risks that count again.
        background: of the stage of this name; None without background texts.
    """

    run_id: str | None
    strategy: str
    masked: list[MaskedEntityResult]
    before: RiskTotals
    after: RiskTotals
    over_policy: OverPolicy
    direct_readable: Count
    information_lost: float = Field(ge=0)
    information_lost_with_labels: float = Field(ge=0)
    kept_coarser: Count
    coarsened: Count
    cost: float = Field(ge=0)
    lower_bound: float | None
    gap: float | None
    cost_of_others: dict[str, float]
    opened: list[OpenedChain]
    opened_count: Count
    open: StillOpen
    expired: list[ExpiredAcceptance]
    background: BackgroundResult | None = None
    parameters: Parameters

    @property
    def met(self) -> bool:
        """Whether every document and chain is under the policy now."""
        return not self.open.documents and not self.open.chains


class ChangedChainResult(Result):
    """A chain that comes over its limit, or falls to it."""

    documents: Path
    risk_before: Share
    risk_after: Share


class ChangedDocumentResult(Result):
    """A document that comes over its limit, or falls to it."""

    source_id: str
    risk_before: Share
    risk_after: Share


class EntityName(Result):
    """Id and type of an entity."""

    id: EntityId
    type: str


class KeptInformation(Result):
    """How many masks show a coarser value, and how much information all masks lose, 1 for a label."""

    coarser: Count
    lost: float = Field(ge=0)


class OperatorOfType(Result):
    """The operator of a type, how many masks it would be asked for, and how many of them show a coarser value."""

    type: str
    operator: str
    masked: Count
    coarser: Count


class BackgroundChangeResult(Result):
    """What the background stage would do.

    Attributes:
        candidates: how many texts count as the first ones.
        texts: of the background.
        documents: that have a text about their person there.
        masked_before, masked_after: masks of the stage.
        found_before, found_after: documents that an attacker finds among the first candidates.
    """

    candidates: Count
    texts: Count
    documents: Count
    masked_before: Count
    masked_after: Count
    found_before: Count
    found_after: Count


class WhatIfResult(Result):
    """What other masks or thresholds would change; the worst chains, and how many there were."""

    before: RiskTotals
    after: RiskTotals
    opened: list[ChangedChainResult]
    opened_count: Count
    closed: list[ChangedChainResult]
    closed_count: Count
    documents_opened: list[ChangedDocumentResult]
    documents_closed: list[ChangedDocumentResult]
    masks_gained: list[EntityName]
    masks_lost: list[EntityName]
    kept_before: KeptInformation
    kept_after: KeptInformation
    operators: list[OperatorOfType]
    background: BackgroundChangeResult | None = None
    parameters: Parameters


class FrontierPoint(Result):
    """One policy: how many masks it needs, and what risk it leaves.

    Attributes:
        common_chain_risk: greatest risk of a chain over all links of the lowest edge threshold, to compare.
        kept_coarser: masks that show a coarser value; information_lost: by all masks, 1 for a label.
        efficient: no other point has at most its cost and at most its risks.
    """

    edge_threshold: Share
    theta_doc: Share
    theta_chain: Share
    masked: Count
    direct_masks: Count
    document_masks: Count
    chain_masks: Count
    cost: float = Field(ge=0)
    max_document_risk: Share
    max_chain_risk: Share
    chains_over_policy: Count
    documents_over_policy: Count
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
    profile: str


class FrontierResult(Result):
    """Masks and risks at each policy."""

    points: list[FrontierPoint]
    entities: Count
    masked_now: Count
    strategy: str
    parameters: SharedParameters


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
