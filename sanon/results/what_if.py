"""What `sanon what-if` answers."""

from __future__ import annotations

from sanon.results.base import Count, Result, Share
from sanon.results.redact import FoundByBackground
from sanon.results.risks import EntityName, KeptInformation, Parameters, Path, PeopleFit, RiskTotals, WithValues


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


class OperatorOfType(Result):
    """The operator of a type, how many masks it would be asked for, and how many of them show a coarser value."""

    type: str
    operator: str
    masked: Count
    coarser: Count


class BackgroundChangeResult(FoundByBackground):
    """What the background stage would do; how many masks are its own."""

    masked_before: Count
    masked_after: Count


class IdleEntity(EntityName):
    """An entity that is as the question wants it: masked, or readable."""

    masked: bool


class Comparison(WithValues):
    """A corpus under two sets of masks or policies.

    Attributes:
        before, after: risks, and what is over policy.
        opened, closed: the worst chains that come over their limits, or fall to them; opened_count and closed_count:
            how many there are.
        documents_opened, documents_closed: the same of documents, all of them.
        masks_gained, masks_lost: entities that are masked after and not before, and the reverse.
        kept_before, kept_after: what replacements keep of the information of masked entities.
    """

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


class WhatIfResult(Comparison):
    """What other masks or limits would change.

    Attributes:
        people_before, people_after: how many people fit; None where the policy does not ask.
        masked_before, masked_after: how many masks there are.
        idle: entities that are already as the question wants them.
        chosen_anew: whether all masks were chosen anew, because limits, operators or rules are part of the question.
        operators: what would stand in place of the masked entities of each type.
        background: None if masks are not chosen anew, or without a background.
        parameters, parameters_before: the limits after and before.
    """

    people_before: PeopleFit | None = None
    people_after: PeopleFit | None = None
    masked_before: Count
    masked_after: Count
    idle: list[IdleEntity]
    chosen_anew: bool
    operators: list[OperatorOfType]
    background: BackgroundChangeResult | None = None
    parameters: Parameters
    parameters_before: Parameters
