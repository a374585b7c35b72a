"""A text after changes, with the way back to the text as it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class _Stretch(NamedTuple):
    """A changed stretch: how long it is now, what it stands for, and where in that each of its characters was."""

    length: int
    old_begin: int
    old_after: int
    places: Sequence[tuple[int, int]] | None


class Origins:
    """Where the characters of a changed text were: in changed stretches, and between these one after the other."""

    def __init__(self) -> None:
        self._begins: list[int] = []
        self._stretches: list[_Stretch] = []

    def add(
        self, begin: int, length: int, old_begin: int, old_after: int, places: Sequence[tuple[int, int]] | None = None
    ) -> None:
        """A changed stretch behind all before.

        Args:
            begin, length: in the changed text.
            old_begin, old_after: what it stands for.
            places: from where to where in that each of its characters was; by default all of it.
        """
        self._begins.append(begin)
        self._stretches.append(_Stretch(length, old_begin, old_after, places))

    def of(self, index: int) -> tuple[int, int]:
        """Where a character was, and where that ended."""
        number = bisect_right(self._begins, index) - 1
        if number < 0:
            return index, index + 1
        place, stretch = index - self._begins[number], self._stretches[number]
        if place >= stretch.length:
            origin = stretch.old_after + place - stretch.length
            return origin, origin + 1
        if stretch.places is None:
            return stretch.old_begin, stretch.old_after
        begin, after = stretch.places[place]
        return stretch.old_begin + begin, stretch.old_begin + after


@dataclass(frozen=True, slots=True)
class AlignedText:
    """A text after changes.

    Attributes:
        layers: the changes, the first one first.
    """

    text: str
    layers: tuple[Origins, ...] = ()

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the unchanged text that a stretch came from; not for an empty one."""
        first, last = start, end - 1
        for layer in reversed(self.layers):
            first, last = layer.of(first)[0], layer.of(last)[1] - 1
        return first, last + 1

    def then(self, later: AlignedText) -> AlignedText:
        """The text with what was changed in it later."""
        return AlignedText(later.text, (*self.layers, *later.layers))

    def rewritten(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> AlignedText:
        """The text with something else in the place of every match."""
        changes = []
        for match in pattern.finditer(self.text):
            replacement = new(match)
            if replacement != match.group():
                changes.append((*match.span(), replacement))
        return self.changed(changes) if changes else self

    def changed(self, changes: Iterable[tuple[int, int, str]]) -> AlignedText:
        """The text with other texts in the place of some stretches; these ascend and do not overlap."""
        origins, texts = Origins(), list[str]()
        position = length = 0
        for begin, end, text in changes:
            texts += self.text[position:begin], text
            length += begin - position
            origins.add(length, len(text), begin, end)
            length, position = length + len(text), end
        return AlignedText("".join((*texts, self.text[position:])), (*self.layers, origins))
