"""What a ladder is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sanon.resolution.normal_forms import normalize_text

#: What a coarser value is: of the type of what it stands for, or a place whatever that was.
RungKind = Literal["same", "place"]


@dataclass(frozen=True, slots=True)
class Rung:
    """A coarser true value.

    Attributes:
        value: its normal form: equal for all values that it stands for.
        text: as it is shown, without brackets.
        kind: whether it is a value of the same type, or a place.
        breadth: how many of the finest values of its ladder, such as days or years, it covers; None: not known.
    """

    value: str
    text: str
    kind: RungKind = "same"
    breadth: float | None = None


@dataclass(frozen=True, slots=True)
class Climb:
    """The way up from a value.

    Attributes:
        start: the value in the words of the ladder: "united kingdom" for "UK", to see that the two are one.
        rungs: from the finest to the coarsest, each strictly coarser than the one before.
        kind: what the start is.
        breadth: of the start, as of a rung.
    """

    start: str
    rungs: tuple[Rung, ...]
    kind: RungKind = "same"
    breadth: float | None = None


def climb(start: str, rungs: list[Rung], kind: RungKind = "same", breadth: float | None = None) -> Climb | None:
    """A way up without repetitions; None if nothing is coarser than the value."""
    seen, kept = {start}, list[Rung]()
    for rung in rungs:
        if rung.value and rung.value not in seen:
            seen.add(rung.value)
            kept.append(rung)
    return Climb(start, tuple(kept), kind, breadth) if kept else None


def plain(text: str, kind: RungKind = "same") -> Rung:
    """A rung whose normal form is that of its text."""
    return Rung(normalize_text(text), text, kind)
