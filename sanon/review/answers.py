"""What the page of a review is told; unlike results these hold values, and leave this computer nowhere."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from sanon.records import StrictModel
from sanon.results.explain import ChainWithLimit
from sanon.results.risks import PeopleFit, RiskTotals
from sanon.results.what_if import ChangedChainResult, ChangedDocumentResult

Action = Literal["mask", "keep"]
Changed = ChangedDocumentResult | ChangedChainResult


class ListedDocument(StrictModel):
    """A line of the list: its risks, its limit, and how many masked entities it mentions.

    Attributes:
        too_few: whether fewer people fit it now than must.
    """

    source_id: str
    risk: float
    residual_risk: float
    limit: float
    masks: int
    too_few: bool


class Overview(StrictModel):
    """The corpus as it stands in the graph.

    Attributes:
        policy_file: its name.
        documents: by falling residual risk.
        pending: that are not shown, because nothing is known of them.
        types: that something missed may have, each with what belongs to it.
    """

    policy_file: str
    documents: list[ListedDocument]
    pending: int
    theta_chain: float
    types: dict[str, str]


class Piece(StrictModel):
    """A stretch of a text; `entity` names what stands there, if anything."""

    text: str
    entity: str | None


class Text(StrictModel):
    """A text of a document, before and after."""

    name: str
    original: list[Piece]
    protected: list[Piece]


class MarkedEntity(StrictModel):
    """An entity of a document.

    Attributes:
        contribution: c(e,d); importance: the greatest of all documents.
        reason: why it is masked, or that it is kept.
        decided: what was decided in the policy file since.
        missed: whether no extractor found it; the graph does not hold it yet.
    """

    id: str
    type: str
    value: str
    masked: bool
    stage: str | None = None
    operator: str | None = None
    replacement: str | None = None
    reason: str
    documents: int
    contribution: float = 0.0
    importance: float = 0.0
    decided: Action | None
    missed: bool = False


class DigitsOfValue(StrictModel):
    """Digits that one value of a document tells: now, and readable. One digit is 1 in 10 people."""

    now: float
    readable: float


class FittingPeople(StrictModel):
    """How many people fit a document.

    Attributes:
        before, now: without any mask, and with those of the graph.
        then: with the decisions of this session.
        population, at_least: of how many, and how many must.
        digits, budget: that the values tell then, and may tell.
        values: by id, what each of them costs then; direct identifiers do not count.
    """

    before: float
    now: float
    then: float
    population: float
    at_least: float
    digits: float
    budget: float
    values: dict[str, DigitsOfValue]


class ReviewedDocument(StrictModel):
    """A document side by side, or a part of a long one.

    Attributes:
        part, parts: which of how many, from 1.
        entities: of the document; of one in parts those that are marked in this one.
    """

    source_id: str
    part: int
    parts: int
    risk: float
    residual_risk: float
    limit: float
    fields: list[Text]
    entities: list[MarkedEntity]
    chains: list[ChainWithLimit]
    people: FittingPeople | None


class Decision(StrictModel):
    """What somebody asks for.

    Attributes:
        action: mask or keep the entity, undo that, or accept the risk of the documents: one, or those of a chain.
        type, value: to mask, in place of the entity: what no extractor found in the document `source_id`.
        source_id, part: of the document that is open.
    """

    action: Literal["mask", "keep", "undo", "accept"]
    entity: str | None = None
    type: str = ""
    value: str = Field(default="", max_length=500)
    source_id: str = ""
    part: int = Field(default=1, ge=1)
    documents: tuple[str, ...] = Field(default=(), max_length=6)
    reason: str = Field(default="", max_length=500)
    until: date | None = None


class Risks(RiskTotals):
    """The worst, how many are above their limits, and how many people fit; None if the policy does not ask."""

    people: PeopleFit | None


class Change(StrictModel):
    """What all decisions since the last redact would change, with every other mask as it is.

    Attributes:
        opened, closed: the worst of what comes over its limit, and falls to it.
        ineffective: why the decision does not work as the policy file stands; None if it does.
        mask, keep, accepted: how many decisions there are.
        people: how many fit the open document; None if the policy does not ask, or if none is open.
        entity: id of what was missed and is masked now.
    """

    before: Risks
    after: Risks
    opened: list[Changed]
    closed: list[Changed]
    ineffective: str | None
    mask: int
    keep: int
    accepted: int
    people: FittingPeople | None
    entity: str | None = None
