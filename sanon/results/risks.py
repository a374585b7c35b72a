"""Risks, limits and names that several results share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from sanon.results.base import Count, Result, Share
from sanon.settings.policy import Category, Policy
from sanon.text.counting import counted

EntityId = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
#: In the order in which they decide.
Stage = Literal["list", "direct", "document", "chain", "people", "background"]
Path = Annotated[list[str], Field(min_length=2, max_length=6)]


class Parameters(Policy):
    """The policy that the numbers belong to, and the name of the profile."""

    profile: str


class OverPolicy(Result):
    """How many documents and chains are above their limits."""

    documents: Count
    chains: Count

    @property
    def places(self) -> str:
        """Such as "2 documents and 1 chain"."""
        return f"{counted(self.documents, 'document')} and {counted(self.chains, 'chain')}"


class RiskTotals(Result):
    """The greatest risks, 0 if there is none, and how many documents and chains are above their limits."""

    max_document_risk: Share
    max_chain_risk: Share
    chains_over_policy: Count
    documents_over_policy: Count


class PeopleFit(Result):
    """How many people of a population fit what documents and chains still tell.

    Attributes:
        population: among whom they are counted.
        at_least: how many must fit.
        fewest_in_a_document, fewest_in_a_chain: that fit; below 1 where the values single somebody out, the population
            where there is none.
        documents_below, chains_below: how many documents and chains fewer people fit than must.
    """

    population: float = Field(gt=0)
    at_least: float = Field(ge=0)
    fewest_in_a_document: float = Field(ge=0)
    fewest_in_a_chain: float = Field(ge=0)
    documents_below: Count
    chains_below: Count

    @property
    def too_few(self) -> bool:
        """Whether fewer people fit a document or chain than must."""
        return self.documents_below + self.chains_below > 0

    @property
    def places_below(self) -> str:
        """What fewer people fit than must, such as "2 documents and 1 chain"."""
        return OverPolicy(documents=self.documents_below, chains=self.chains_below).places


class RiskyDocument(Result):
    """A document: its risk before any mask, and now."""

    source_id: str
    risk: Share
    residual_risk: Share


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


class EntityName(Result):
    """Id and type of an entity."""

    id: EntityId
    type: str


class KeptInformation(Result):
    """How many masks show a coarser value, and the sum of what all lose: 1 − IC(g)/IC(e) each, 1 by a label."""

    coarser: Count
    lost: float = Field(ge=0)


class WithValues(Result):
    """A result that names entities by their ids.

    Attributes:
        values: id -> value of the entities named in it, if the request asks to show values; else empty.
    """

    values: dict[EntityId, str] = Field(default_factory=dict)

    @property
    def named(self) -> set[str]:
        """Ids of the entities in it."""
        return {one.id for one in _entities(self)}


def _entities(found: object) -> Iterator[EntityName]:
    """All entities that a result names, wherever in it."""
    if isinstance(found, EntityName):
        yield found
    if isinstance(found, Result | list):
        for inner in found if isinstance(found, list) else vars(found).values():
            yield from _entities(inner)
