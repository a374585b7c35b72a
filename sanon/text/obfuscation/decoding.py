"""A text as a reader takes it: escapes decoded, marks dropped; with the way back to the text as it stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple, Protocol
from unicodedata import category

from sanon.text.folding import Folded, fold
from sanon.text.obfuscation.confusables import LATIN

_TRIGGER = re.compile(r"[=%\\&<>*_~`\[|#@(]|//|[-\u2010\u00ac]\s")
_SOFT_END = re.compile(r"=\r?\n")
_QUOTED = re.compile(r"(?:=[0-9A-Fa-f]{2})+")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_UNICODE = re.compile(r"(?:\\u[0-9A-Fa-f]{4})+")
_BACKSLASH = re.compile(r"\\[^\w\s]")
_BLANK_ESCAPE = re.compile(r"\\[nrtbf]", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_SPOKEN = re.compile(r"\s*[\[({]\s*(?:at|ät|dot|punkt|punto|point)\s*[\])}]\s*", re.IGNORECASE)
_LINE_MARKS = re.compile(r"(\r?\n)[ \t]*(?:(?:[>|#*:]|//)[ \t]*)+")
_LINE_END = re.compile(r"(?<=\w)[-\u2010\u00ac][ \t]*(?:\r?\n\s*| )(?=\w)")
_TAG = re.compile(r"<[/!?A-Za-z][^<>]*>")
_LINK = re.compile(r"\]\([^()\s]*\)")
_MARKS = re.compile(r"[*_~`\[\]]+")
_LETTERS = re.compile("[" + re.escape("".join(LATIN)) + "]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_ROUNDS = 2


class _Layer(Protocol):
    """One change of a text: where its characters came from."""

    def start(self, index: int) -> int:
        """Where the origin of a character begins."""
        ...

    def end(self, index: int) -> int:
        """Where the origin of a character ends."""
        ...


class _Piece(NamedTuple):
    """A stretch of the new text in the place of one of the old."""

    begin: int
    after: int
    old_begin: int
    old_after: int


@dataclass(frozen=True, slots=True)
class _Rewritten:
    pieces: Sequence[_Piece]
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
class DecodedText:
    """A text after changes.

    Attributes:
        text: what it reads.
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

    def rewritten(self, pattern: re.Pattern[str], new: Callable[[re.Match[str]], str]) -> DecodedText:
        """The text with something else in the place of every match."""
        pieces: list[_Piece] = []
        texts: list[str] = []
        position = length = 0
        for match in pattern.finditer(self.text):
            replacement = new(match)
            if replacement == match.group():
                continue
            begin = length + match.start() - position
            texts += self.text[position : match.start()], replacement
            length, position = begin + len(replacement), match.end()
            pieces.append(_Piece(begin, length, *match.span()))
        if not pieces:
            return self
        layer = _Rewritten(pieces, [piece.begin for piece in pieces])
        return DecodedText("".join((*texts, self.text[position:])), (*self.layers, layer))


def decoded_texts(text: str) -> list[DecodedText]:
    """The ways to read a text, in small Latin letters without accents.

    One, if nothing in it looks like a disguise. Else two: marks and tags stand inside of words ("Ta<b>rq</b>"), or
    between them ("Jane<br>Roe").
    """
    plain = DecodedText(text)
    if not _TRIGGER.search(text):
        return [_skeleton(plain)]
    for _ in range(_ROUNDS):
        before, plain = plain, _decoded(plain)
        if plain is before:
            break
    plain = plain.rewritten(_LINE_MARKS, lambda match: match[1])
    # "Jane\nRoe" of JSON is two words, C:\nina a backslash and a name.
    inside = plain.rewritten(_BLANK_ESCAPE, _blank).rewritten(_LINE_END, _nothing).rewritten(_TAG, _nothing)
    inside = inside.rewritten(_LINK, _nothing).rewritten(_MARKS, _nothing)
    between = plain.rewritten(_TAG, _blank).rewritten(_LINK, _blank)
    return [_skeleton(inside)] if inside.text == between.text else [_skeleton(inside), _skeleton(between)]


def skeleton(text: str) -> str:
    """A value as it is searched for in readings."""
    return _skeleton(DecodedText(text)).text


def _nothing(_: re.Match[str]) -> str:
    return ""


def _blank(_: re.Match[str]) -> str:
    return " "


def _decoded(decoded: DecodedText) -> DecodedText:
    decoded = decoded.rewritten(_SOFT_END, _nothing).rewritten(_QUOTED, _bytes).rewritten(_PERCENT, _bytes)
    decoded = decoded.rewritten(_UNICODE, _code_units).rewritten(_BACKSLASH, lambda match: match.group()[1])
    return decoded.rewritten(_ENTITY, lambda match: unescape(match.group())).rewritten(_SPOKEN, _meant)


def _bytes(match: re.Match[str]) -> str:
    raw = bytes.fromhex(match.group().replace("=", "").replace("%", ""))
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _code_units(match: re.Match[str]) -> str:
    return bytes.fromhex(match.group().replace("\\u", "")).decode("utf-16-be", errors="replace")


def _meant(match: re.Match[str]) -> str:
    return "@" if match.group().strip(" \t\r\n[](){}").casefold() in ("at", "ät") else "."


def _skeleton(decoded: DecodedText) -> DecodedText:
    latin = decoded if decoded.text.isascii() else decoded.rewritten(_LETTERS, lambda match: LATIN[match.group()])
    folded = fold(latin.text)
    result = DecodedText(folded.text, (*latin.layers, _Folding(folded)))
    return result if folded.text.isascii() else result.rewritten(_NOT_ASCII, _without_marks)


def _without_marks(match: re.Match[str]) -> str:
    return "" if category(match.group())[0] == "M" else _OTHER_LETTERS.get(match.group(), match.group())


_OTHER_LETTERS = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ħ": "h",
    "ŋ": "n",
    "ß": "ss",
}
