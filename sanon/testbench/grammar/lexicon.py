"""The lists that the world is drawn from, read once."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from random import Random

_PLAIN = r"(?:[^{}|]|\{\w+(?::\w+)?\})*"
#: {a|b}, where a and b may hold slots.
_CHOICE = re.compile(rf"\{{({_PLAIN}(?:\|{_PLAIN})+)\}}")
_NUMBER = re.compile(r"(\d+)\.\.(\d+)")


def _text(name: str) -> str:
    return resources.files("sanon.testbench.grammar.data").joinpath(name).read_text("utf-8")


@dataclass(frozen=True)
class Illness:
    """A condition, and what goes with it.

    Attributes:
        other: another name; empty if there is none.
        department: that treats it.
    """

    name: str
    other: str
    department: str
    medicines: tuple[str, ...]
    procedures: tuple[str, ...]


@cache
def illnesses(rare: bool) -> tuple[Illness, ...]:
    """Rare ones, or those that many have."""
    lines = _text("rare_conditions.txt" if rare else "common_conditions.txt").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            name, other, department, medicines, procedures = line.split("\t")
            found.append(Illness(name, other, department, tuple(medicines.split(";")), tuple(procedures.split(";"))))
    return tuple(found)


@cache
def people() -> dict[str, tuple[str, ...]]:
    """Kind -> what people are, do and own; where they live and work."""
    return {kind: tuple(some) for kind, some in tomllib.loads(_text("people.toml")).items()}


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
        layouts: around what is said of the person (%P%) and of public matters (%G%).
        public: around public matters alone; none if such a document is always about somebody.
    """

    name: str
    styles: tuple[str, ...]
    signers: tuple[str, ...]
    persons: tuple[str, ...]
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
    """One of what a pattern stands for: {a|b} a choice, <n> and <year> numbers, "3..9" one of these."""
    if bounds := _NUMBER.fullmatch(pattern):
        return str(rng.randint(int(bounds[1]), int(bounds[2])))
    text = _CHOICE.sub(lambda match: rng.choice(match[1].split("|")), pattern)
    return text.replace("<year>", str(rng.randint(1978, 2019))).replace("<n>", str(rng.randint(12, 460)))
