"""The rules of a policy file: what is always or never masked, what masks cost, and which risks are accepted.

A policy file also holds settings; such as

    theta_doc = 0.9                      # limits, as on the command line
    scope = "document"                   # another surrogate in each document

    [theta_doc_by_format]                # by the entry `format` of the metadata
    claim_form = 0.8

    [largest_importance]                 # entities of a type above it are always masked
    NAME = 0.3

    [[always_mask]]
    type = "EMAIL"

    [[always_mask]]                      # found in all texts, also where no extractor saw it
    type = "LOCATION"
    value = "Nether Cawsby"
    everywhere = true

    [[never_mask]]                       # beats always_mask
    pattern = "^corvane"

    [operators]
    NAME = "pseudonym"
    PROVIDER = "keep"                    # stays, and counts

    [costs]                              # what a RAG user loses with a value of this type; 1 if not named
    LOCATION = 3

    [[accepted]]
    document = "c1-news-article"         # or chain = ["c1-news-article", "c1-audit-report"]
    reason = "published by the newspaper itself"
    until = 2027-06-30
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Annotated, Self

from pydantic import Field, field_validator, model_validator

from sanon.records import StrictModel

_Share = Annotated[float, Field(ge=0, le=1)]


class EntityRule(StrictModel):
    """Entities by type, by value or by pattern; what is given must all hold.

    Attributes:
        type: of the profile.
        value: normalized value or spelling, upper or lower case.
        pattern: regular expression, searched in the normalized value and in the spellings, upper or lower case.
        everywhere: redact looks for the value in all texts, as whole words, also where no extractor found it.
    """

    type: str | None = None
    value: str | None = None
    pattern: str | None = None
    everywhere: bool = False

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, pattern: str | None) -> str | None:
        try:
            re.compile(pattern or "")
        except re.error as error:
            raise ValueError(f"not a regular expression: {error}") from error
        return pattern

    @model_validator(mode="after")
    def _names_something(self) -> Self:
        if not (self.type or self.value or self.pattern):
            raise ValueError("a rule names a type, a value or a pattern")
        if self.everywhere and not (self.type and self.value and self.pattern is None):
            raise ValueError("everywhere needs a type and a value, and no pattern")
        return self

    def matches(self, entity_type: str, values: Iterable[str]) -> bool:
        """Whether an entity of this type, with these values and spellings, is meant."""
        if self.type is not None and self.type != entity_type:
            return False
        texts = list(values)
        if self.value is not None and self.value.casefold() not in (text.casefold() for text in texts):
            return False
        return self.pattern is None or any(re.search(self.pattern, text, re.IGNORECASE) for text in texts)


class Acceptance(StrictModel):
    """A risk that somebody has decided to live with, for a time.

    Attributes:
        document: source id; or
        chain: source ids in order, from either end.
        until: last day.
    """

    document: str | None = None
    chain: tuple[str, ...] | None = Field(default=None, min_length=2, max_length=6)
    reason: str = Field(min_length=1)
    until: date

    @model_validator(mode="after")
    def _names_one(self) -> Self:
        if (self.document is None) == (self.chain is None):
            raise ValueError("an accepted risk names a document or a chain")
        return self


class Rules(StrictModel):
    """What a policy file says besides limits and operators: lists, limits of some documents, costs, accepted risks."""

    theta_doc_by_format: dict[str, _Share] = Field(default_factory=dict)
    largest_importance: dict[str, _Share] = Field(default_factory=dict)
    always_mask: tuple[EntityRule, ...] = ()
    never_mask: tuple[EntityRule, ...] = ()
    costs: dict[str, Annotated[float, Field(gt=0)]] = Field(default_factory=dict)
    accepted: tuple[Acceptance, ...] = ()

    def accepted_on(self, day: date) -> list[Acceptance]:
        """The acceptances that count on a day."""
        return [one for one in self.accepted if one.until >= day]
