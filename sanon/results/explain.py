"""What `sanon explain` says."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.results.risks import EntityName, Path, PeopleFit, RiskyDocument, Stage, WithValues
from sanon.results.waterfall import MIME_TYPE, Adding, Waterfall, chart, in_words
from sanon.settings.policy import Category


class EffectOnDocument(RiskyDocument):
    """A document that mentions an entity: its risks, and now with the mask of the entity turned round."""

    risk_without: Share
    limit: Share


class ChainWithLimit(Result):
    """A chain through a document, and its limit."""

    documents: Path
    risk: Share
    residual_risk: Share
    limit: Share


class EffectOnChain(ChainWithLimit):
    """A chain through documents that mention an entity."""

    risk_without: Share


class AlternativeMask(EntityName):
    """Another entity that could be masked in its place.

    Attributes:
        cost: of all masks that this takes.
        masks: this entity, and what would have to be masked besides.
    """

    cost: float = Field(gt=0)
    masks: list[EntityName]


class DecidedFor(Result):
    """The document or chain that a mask was decided for, all other masks staying.

    Attributes:
        documents: its source id, or those of the chain.
        risk, risk_without: with the mask of the entity, and without.
        cost: of that mask.
    """

    documents: list[str]
    risk: Share
    risk_without: Share
    limit: Share
    cost: float


class RungOfLadder(Result):
    """A coarser value that could stand in place of an entity.

    Attributes:
        level: from 1, the finest.
        barred_by: documents of the document or chain that would be above its limit if it did; none if none would be.
        risk, limit: of these, None if there are none.
    """

    level: int = Field(ge=1)
    shown: bool
    barred_by: list[str]
    risk: Share | None
    limit: Share | None


class ExplainedEntity(WithValues, EntityName):
    """Why an entity is masked or kept.

    Attributes:
        frequency: how many documents mention it.
        stage: that masked it; replacement: what stands in its place. None if it is kept.
        level: of the coarser value in its place; 0 for a label or another operator.
        ladder: of a masked entity that a coarser value may stand for, up to the one that does.
        run_id, decided_at: of the run that masked it; risk_before, risk_after: what the mask did to the document or
            chain that it was decided for. None if it is kept.
        documents: all that mention it; chains: the worst through them.
        decided_for: None if it is kept, if no risk demanded the mask, or if the documents are no longer there.
        alternatives: what could have been masked instead.
        people_without: how many people would fit with the mask turned round; None if the policy does not ask.
        browser_query: shows the same in Neo4j Browser.
    """

    listed = "documents"

    frequency: Count
    masked: bool
    reason: str
    stage: Stage | None
    replacement: str | None
    level: Count
    ladder: list[RungOfLadder]
    run_id: str | None
    decided_at: str | None
    risk_before: float | None
    risk_after: float | None
    documents: list[EffectOnDocument]
    chains: list[EffectOnChain]
    decided_for: DecidedFor | None
    alternatives: list[AlternativeMask]
    people_without: PeopleFit | None = None
    browser_query: str


class ContributingEntity(EntityName):
    """What one entity adds to the risk of a document; `cumulative` with all before it."""

    contribution: Share
    masked: bool
    cumulative: Share


class ResemblingText(Result):
    """A text that an attacker takes for the one about the document's person.

    Attributes:
        background: source id of the text.
        rank_before, rank_after: its place for the original and with all masks, from 1; 0 if it is none of the first.
    """

    background: str
    attacker: str
    rank_before: Count
    rank_after: Count


class DigitsOfEntity(EntityName):
    """An entity and the digits that it, or a coarser value in its place, tells: 9.9 single out one in 8 billion."""

    digits: float = Field(ge=0)


class ExplainedPeople(Result):
    """How many people fit the persons of whom a document or chain tells most.

    Attributes:
        people: that fit all readable values together, of `population`; at least `at_least` must.
        digits: that the values tell together; budget: that they may tell.
        entities: by falling digits.
    """

    people: float = Field(ge=0)
    population: float = Field(gt=0)
    at_least: float = Field(ge=0)
    digits: float = Field(ge=0)
    budget: float
    entities: list[DigitsOfEntity]


class ExplainedDocument(WithValues):
    """What makes a document risky, and from whom its masks hide it.

    Attributes:
        people: how many people fit it; None if the policy does not ask.
    """

    listed = "entities"

    source_id: str
    risk: Share
    residual_risk: Share
    limit: Share
    entities: list[ContributingEntity]
    chains: list[ChainWithLimit]
    resembles: list[ResemblingText] = Field(default_factory=list)
    people: ExplainedPeople | None = None
    browser_query: str

    def _ipython_display_(self) -> None:
        """The chart, which notebooks draw by themselves, above the table."""
        notebook: Any = import_module("IPython.display")
        named = (" ".join(filter(None, (in_words(one.type), self.values.get(one.id)))) for one in self.entities)
        values = [Adding(name, one.contribution, one.masked) for name, one in zip(named, self.entities, strict=True)]
        spec = chart([Waterfall(self.source_id, self.risk, self.residual_risk, self.limit, values)])
        notebook.display({MIME_TYPE: spec, "text/plain": "a chart: what each value adds to the risk"}, raw=True)
        notebook.display(notebook.HTML(self._repr_html_()))


class CarryingEntity(EntityName):
    """An entity that two documents share."""

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


class BreakingMask(EntityName):
    """What one more mask would do to a chain."""

    impact: float
    risk_after: Share
    enough: bool


class ExplainedChain(WithValues):
    """What carries a chain, and what breaks it.

    Attributes:
        edge_threshold: strength from which two documents are linked.
        breaks: single masks; together: a smallest set of masks that brings the chain to its limit.
        people: how many people fit it; None if the policy does not ask, or if no values of the same persons join it.
        browser_query: shows the same in Neo4j Browser.
    """

    listed = "hops"

    documents: Path
    document_risks: list[Share]
    residual_document_risks: list[Share]
    risk: Share
    residual_risk: Share
    category: Category
    limit: Share
    edge_threshold: Share
    hops: list[HopResult]
    breaks: list[BreakingMask]
    together: list[EntityName]
    people: ExplainedPeople | None = None
    browser_query: str


Explained = ExplainedEntity | ExplainedDocument | ExplainedChain
