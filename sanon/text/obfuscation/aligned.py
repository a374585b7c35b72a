"""A text after changes, with the way back to the text as it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sanon.text.folding import Folded, fold


class _Layer(Protocol):
    """One change of a text: where its characters came from."""

    def start(self, index: int) -> int:
        """Where the origin of a character begins."""
        ...

    def end(self, index: int) -> int:
        """Where the origin of a character ends."""
        ...


class Piece(NamedTuple):
    """A stretch of the new text in the place of one of the old."""

    begin: int
    after: int
    old_begin: int
    old_after: int


@dataclass(frozen=True, slots=True)
class _Rewritten:
    pieces: Sequence[Piece]
    begins: Sequence[int]

    def start(self, index: int) -> int:
        return self._origin(index)[0]

    def end(self, index: int) -> int:
        return self._origin(index)[1]

    def _origin(self, index: int) -> tuple[int, int]:
        number = bisect_right(self.begins, index) - 1
        if number < 0:
            return index, index + 1
        piece = self.pieces[number]
        if index < piece.after:
            return piece.old_begin, piece.old_after
        origin = piece.old_after + index - piece.after
        return origin, origin + 1


@dataclass(frozen=True, slots=True)
class _Folding:
    folded: Folded

    def start(self, index: int) -> int:
        return self.folded.starts[index]

    def end(self, index: int) -> int:
        return self.folded.ends[index]


@dataclass(frozen=True, slots=True)
class AlignedText:
    """A text after changes.

    Attributes:
        layers: the changes, the first one first.
    """

    text: str
    layers: tuple[_Layer, ...] = ()

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The stretch of the unchanged text that a stretch came from; not for an empty one."""
        first, last = start, end - 1
        for layer in reversed(self.layers):
            first, last = layer.start(first), layer.end(last) - 1
        return first, last + 1

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
        pieces: list[Piece] = []
        texts: list[str] = []
        position = length = 0
        for begin, end, text in changes:
            texts += self.text[position:begin], text
            start = length + begin - position
            length, position = start + len(text), end
            pieces.append(Piece(start, length, begin, end))
        layer = _Rewritten(pieces, [piece.begin for piece in pieces])
        return AlignedText("".join((*texts, self.text[position:])), (*self.layers, layer))

    def folded(self) -> AlignedText:
        """The search form of the text."""
        folded = fold(self.text)
        return AlignedText(folded.text, (*self.layers, _Folding(folded)))
