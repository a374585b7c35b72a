"""The thresholds of extraction, from thresholds.toml."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from sanon.extraction.tagger.judgement import Thresholds
from sanon.packaged import table
from sanon.records import StrictModel


class Confirmed(StrictModel):
    """From which probability of the tagger on something counts that rules or other models suggest.

    Attributes:
        name: that it is a person's name.
        initials: that letters which end a line, parted from the words before, are a person's initials.
        part: that a part of a known person's name is that person, where it may be another word.
        other: that it tells something of a person.
        date: that a date which a rule sees tells something of a person.
        refuted: that it tells something of a person; below it a label, a title or a form proves nothing.
    """

    name: float = Field(ge=0, le=1)
    initials: float = Field(ge=0, le=1)
    part: float = Field(ge=0, le=1)
    other: float = Field(ge=0, le=1)
    date: float = Field(ge=0, le=1)
    refuted: float = Field(ge=0, le=1)


class ExtractionThresholds(StrictModel):
    """All of them.

    Attributes:
        tagger: domain -> thresholds of the tagger.
        confirmed: what it must say of what others suggest.
    """

    tagger: dict[str, Thresholds]
    confirmed: Confirmed


@cache
def thresholds() -> ExtractionThresholds:
    """The shipped thresholds."""
    return ExtractionThresholds.model_validate(table("sanon.extraction", "thresholds"))
