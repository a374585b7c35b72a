"""What `sanon redact` decides."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.results.risks import EntityId, OverPolicy, Parameters, Path, RiskTotals, Stage


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
