"""What `sanon what-if` answers."""

from __future__ import annotations

from sanon.results.base import Count, Result, Share
from sanon.results.risks import EntityName, KeptInformation, Parameters, Path, RiskTotals


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
