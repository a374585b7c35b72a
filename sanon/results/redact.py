"""What `sanon redact` decides."""

from __future__ import annotations

from datetime import date

from pydantic import Field

from sanon.errors import PolicyNotMet, SanonError
from sanon.results.base import Count, Result, Share
from sanon.results.risks import (
    EntityId,
    EntityName,
    OverPolicy,
    Parameters,
    Path,
    PeopleFit,
    RiskTotals,
    Stage,
    WithValues,
)
from sanon.text.counting import about


class MaskedEntityResult(EntityName):
    """An entity that was masked, and why.

    Attributes:
        level: of the coarser value in its place; 0 for a label or another operator.
        loss: share of its information that is lost, 1 − IC(g)/IC(e); 1 with a label.
    """

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


class OpenedChain(Result):
    """A chain that new or changed documents brought over the policy."""

    documents: Path
    residual_risk: Share


class OpenChain(OpenedChain):
    """A chain that nothing allowed could bring to its limit."""

    limit: Share


class FewPeople(Result):
    """A document or chain that too few people fit, and nothing allowed could change that."""

    documents: list[str] = Field(min_length=1, max_length=6)
    people: float = Field(ge=0)


class StillOpen(Result):
    """What stays above the policy; `people` holds the worst documents and chains that too few people fit."""

    documents: list[OpenDocument]
    chains: list[OpenChain]
    people: list[FewPeople] = Field(default_factory=list)


class ExpiredAcceptance(Result):
    """An accepted risk that counts again."""

    document: str | None = None
    chain: list[str] | None = None
    reason: str
    until: date


class FoundByBackground(Result):
    """From how many documents an attacker comes to the texts about their persons.

    Attributes:
        texts: that an attacker may know.
        documents: that have a text about their person there.
        found_before, found_after: how many of them an attacker finds among the first candidates, before and after.
        candidates: how many texts count as the first ones.
    """

    texts: Count
    documents: Count
    found_before: Count
    found_after: Count
    candidates: Count


class BackgroundResult(FoundByBackground):
    """What the background stage did: of the originals, and with all masks.

    Attributes:
        words, lower_bound: that they hide in all documents, and that any set of masks hides at least.
    """

    masked: Count
    words: float = Field(ge=0)
    lower_bound: float = Field(ge=0)


class RedactResult(WithValues):
    """What was decided and what it leaves.

    Attributes:
        run_id: of the run in the graph; None for a dry run.
        masked: new masks, in the order chosen.
        entities: how many the documents mention.
        kept: masks of earlier runs that stay as they are; taken_back: entities that were masked and may not be now.
        missed: mentions of values that rules look for everywhere, where no extractor had found them; a dry run only
            counts them.
        before, after: of all decisions of this run.
        direct_readable: direct identifiers that no mask covers.
        information_lost: sum of the losses of all masks, also of earlier ones; with_labels: 1 for each.
        kept_coarser: masks that show a coarser value; coarsened: earlier ones that got a coarser value or a label.
        cost: of the new masks; lower_bound and gap where the strategy proves them.
        cost_of_others: strategy -> cost, where they were compared.
        opened: the worst chains over policy through new or changed documents; opened_count: how many there are.
        open: what stays above the policy.
        expired: accepted risks that count again.
        background: of the stage of this name; None without background texts.
        people: how many people fit with all masks; None if the policy does not ask.
        changed_settings: settings that the graph remembers otherwise from now on, as `name: before -> after`.
        newly_masked: values masked now that the last export showed: who has both exports learns them.
    """

    listed = "masked"

    run_id: str | None
    strategy: str
    masked: list[MaskedEntityResult]
    entities: Count
    kept: Count
    taken_back: list[EntityId] = Field(default_factory=list)
    missed: Count = 0
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
    people: PeopleFit | None = None
    changed_settings: list[str] = Field(default_factory=list)
    newly_masked: Count = 0
    parameters: Parameters

    @property
    def met(self) -> bool:
        """Whether every document and chain is under the policy now."""
        return not (self.open.documents or self.open.chains or self.open.people)

    def problem(self) -> SanonError | None:
        """Documents or chains that stay above the policy."""
        if self.met:
            return None
        said = list[str]()
        if self.open.documents or self.open.chains:
            over = OverPolicy(documents=len(self.open.documents), chains=self.after.chains_over_policy)
            said.append(f"{over.places} stay above the policy")
        if self.open.people and self.people:
            said.append(f"fewer than {about(self.people.at_least)} people fit {self.people.places_below}")
        return PolicyNotMet(
            f"{', and '.join(said)}, because never_mask or the operator keep leaves values readable there; "
            "take that back, or accept the risk until a day of yours: sanon review"
        )
