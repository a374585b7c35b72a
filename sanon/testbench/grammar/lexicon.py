"""The lists that the world is drawn from, read once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random
from typing import Any

from sanon.testbench.patterns import drawn as any_of

_NUMBER = re.compile(r"(\d+)\.\.(\d+)")


def _text(name: str) -> str:
    return resources.files("sanon.testbench.grammar.data").joinpath(name).read_text("utf-8")


@cache
def details() -> dict[str, tuple[str, ...]]:
    """Kind -> what is asked for and identifies nobody: why a claim was refused, what somebody wants."""
    return {kind: tuple(some) for kind, some in tomllib.loads(_text("details.toml")).items()}


@cache
def fillers() -> dict[str, tuple[str, ...]]:
    """Style -> sentences that identify nobody."""
    return {style: tuple(some) for style, some in tomllib.loads(_text("fillers.toml")).items() if style != "words"}


@cache
def words() -> dict[str, tuple[str, ...]]:
    """Lists of words that patterns name."""
    return {name: tuple(some) for name, some in tomllib.loads(_text("fillers.toml"))["words"].items()}


@cache
def phrases() -> dict[str, tuple[str, ...]]:
    """Style -> ways to say what is true of a person."""
    return {style: tuple(some) for style, some in tomllib.loads(_text("phrases.toml")).items()}


@dataclass(frozen=True)
class Format:
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
    early: bool
    layouts: tuple[str, ...]
    public: tuple[str, ...]


@cache
def formats() -> dict[str, Format]:
    """The formats by name, in the order in which a case passes through them."""
    return {
        name: Format(
            name=name,
            styles=tuple(one["styles"]),
            signers=tuple(one["signers"]),
            persons=tuple(one["persons"]),
            fillers=one["fillers"],
            public_fillers=one.get("public_fillers", one["fillers"]),
            early=one.get("early", False),
            layouts=tuple(one["layouts"]),
            public=tuple(one.get("public", ())),
        )
        for name, one in tomllib.loads(_text("layouts.toml")).items()
    }


@dataclass(frozen=True)
class Matter:
    """One fact of a topic: how one asks for it, what the answer is, how documents say it."""

    ask: str
    answer: str
    say: tuple[str, ...]


@dataclass(frozen=True)
class Topic:
    """A public matter; `values`: slot -> what it may be."""

    name: str
    values: dict[str, tuple[str, ...]]
    matters: dict[str, Matter]


@cache
def telling() -> dict[str, Any]:
    """How writers tell of people: orders of documents, what is told in passing, what facts are called."""
    return tomllib.loads(_text("telling.toml"))


@cache
def topics() -> tuple[Topic, ...]:
    """The public matters."""
    found = []
    for one in tomllib.loads(_text("topics.toml"))["topic"]:
        values = {slot: tuple(some) for slot, some in one.items() if slot not in ("name", "facts")}
        matters = {slot: Matter(fact["ask"], fact["answer"], tuple(fact["say"])) for slot, fact in one["facts"].items()}
        found.append(Topic(one["name"], values, matters))
    return tuple(found)


@cache
def asks() -> dict[str, tuple[tuple[str, str], ...]]:
    """Kind of fact -> (how one asks for it, how the answer is put)."""
    table = tomllib.loads(_text("questions.toml"))["asks"]
    return {kind: tuple((ask, answer) for ask, answer in some) for kind, some in table.items()}


@cache
def references() -> dict[str, tuple[str, ...]]:
    """Kind of fact -> how a question names a person by it; the first kinds name best."""
    table = tomllib.loads(_text("questions.toml"))["references"]
    return {kind: tuple(some) for kind, some in table.items()}


def drawn(pattern: str, rng: Random) -> str:
    """One of what a pattern stands for; "3..9" alone is a number."""
    if bounds := _NUMBER.fullmatch(pattern):
        return str(rng.randint(int(bounds[1]), int(bounds[2])))
    return any_of(pattern, rng, words())
