"""The lists that the world is drawn from, read once."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

from sanon import packaged
from sanon.records import StrictModel
from sanon.testbench.patterns import drawn as any_of

_NUMBER = re.compile(r"(\d+)\.\.(\d+)")


def table(name: str) -> dict[str, Any]:
    """A file of `data/`, by its name without a suffix.

    `details` and `fillers` identify nobody; `phrases` say by style what is true of a person, and `telling` how writers
    tell of people; `questions` has by kind of fact how one asks and how the answer is put, and how a person is named.
    """
    return packaged.table("sanon.testbench.grammar.data", name)


class Format(StrictModel):
    """A kind of document.

    Attributes:
        styles: that such documents are written in.
        signers: who writes such documents, where no name may stand.
        persons: what the person is called where no name is told.
        fillers, public_fillers: styles of what stands around the facts, with the person and without.
        early: written before anything is claimed.
        layouts: around what is said of the person (%P%), of public matters (%G%), of others (%D%), and fillers (%F%).
        public: around public matters alone; none if such a document is always about somebody.
    """

    name: str
    styles: tuple[str, ...]
    signers: tuple[str, ...]
    persons: tuple[str, ...]
    fillers: str
    public_fillers: str
    early: bool = False
    layouts: tuple[str, ...]
    public: tuple[str, ...] = ()


@cache
def formats() -> dict[str, Format]:
    """The formats by name, in the order in which a case passes through them."""
    return {
        name: Format.model_validate({"name": name, "public_fillers": one["fillers"]} | one)
        for name, one in table("layouts").items()
    }


class Matter(StrictModel):
    """One fact of a topic: how one asks for it, what the answer is, how documents say it."""

    ask: str
    answer: str
    say: tuple[str, ...]


class Topic(StrictModel):
    """A public matter; `values`: slot -> what it may be."""

    name: str
    values: dict[str, tuple[str, ...]]
    matters: dict[str, Matter]


@cache
def topics() -> tuple[Topic, ...]:
    """The public matters."""
    found = []
    for one in table("topics")["topic"]:
        values = {slot: some for slot, some in one.items() if slot not in ("name", "facts")}
        found.append(Topic.model_validate({"name": one["name"], "values": values, "matters": one["facts"]}))
    return tuple(found)


def drawn(pattern: str, rng: Random) -> str:
    """One of what a pattern stands for; "3..9" alone is a number."""
    if bounds := _NUMBER.fullmatch(pattern):
        return str(rng.randint(int(bounds[1]), int(bounds[2])))
    return any_of(pattern, rng, table("fillers")["words"])
