"""A document before and after, cut where something is marked; a long one in parts.

No answer outgrows what a browser shows at once.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from pydantic import JsonValue

from sanon.extraction.span import overlapping
from sanon.replacement.masked import RedactedDocument, Span, below
from sanon.review.answers import Piece, Text

#: Start, end and entity of what stands readable in a text, in order and without overlaps.
Readable = Callable[[str], Iterable[tuple[int, int, str]]]


def side_by_side(redacted: RedactedDocument, readable: Readable) -> list[Text]:
    """The content, then every text and number of the metadata.

    Args:
        redacted: the document with what was replaced.
        readable: finds values that no mask covers.
    """
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    for span in redacted.spans:
        spans[span.field].append(span)
    original = redacted.original
    return [
        _cut(name, text, spans[name], readable)
        for name, text in (("content", original.content), *_texts("metadata", original.metadata))
    ]


def _texts(field: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(below(field, key), inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _texts(below(field, place), inner)
    elif value is not None:
        yield field, str(value)


def _cut(name: str, text: str, spans: list[Span], readable: Readable) -> Text:
    original: list[Piece] = []
    protected: list[Piece] = []
    position = 0
    for start, end, entity, replacement in sorted(_marks(text, spans, readable)):
        if start < position:
            continue
        if between := text[position:start]:
            original.append(Piece(text=between, entity=None))
            protected.append(Piece(text=between, entity=None))
        original.append(Piece(text=text[start:end], entity=entity))
        protected.append(Piece(text=text[start:end] if replacement is None else replacement, entity=entity))
        position = end
    if rest := text[position:]:
        original.append(Piece(text=rest, entity=None))
        protected.append(Piece(text=rest, entity=None))
    return Text(name=name, original=original, protected=protected)


def _marks(text: str, spans: list[Span], readable: Readable) -> Iterator[tuple[int, int, str, str | None]]:
    """Start, end, entity and what stands there now, None for itself; readable values only beside the masked ones."""
    for span in spans:
        yield span.start, span.end, span.entity_id, span.replacement
    masked = sorted(spans, key=attrgetter("start"))
    for start, end, entity in readable(text):
        if not any(overlapping(masked, start, end)):
            yield start, end, entity, None


#: Bytes of an answer at most, about; and of what is said of an entity besides its value.
LARGEST, _ENTITY = 400_000, 900
#: Characters after which a stretch without marks is cut, behind a line or a blank if there is one.
_STRETCH = 20_000


class Part(NamedTuple):
    """Some of the texts of a document.

    Attributes:
        texts: one that is cut comes with its name in each part.
        entities: ids of those that are marked in it.
    """

    texts: list[Text]
    entities: frozenset[str]


class _Pair(NamedTuple):
    """A piece of a text, before and after."""

    name: str
    original: Piece
    protected: Piece


def parts_of(texts: Iterable[Text]) -> list[Part]:
    """Cut the texts of a document into parts, each as large as an answer may be; at least one."""
    parts: list[list[_Pair]] = [[]]
    size, entities = 0, set[str]()
    for pair in _pairs(texts):
        entity = pair.original.entity
        more = _bytes(pair.original) + _bytes(pair.protected)
        if size + more + (_ENTITY if entity and entity not in entities else 0) > LARGEST and parts[-1]:
            parts.append([])
            size, entities = 0, set()
        if entity and entity not in entities:
            entities.add(entity)
            more += _ENTITY
        parts[-1].append(pair)
        size += more
    return [_part(pairs) for pairs in parts]


def _part(pairs: list[_Pair]) -> Part:
    by_name: dict[str, tuple[list[Piece], list[Piece]]] = {}
    for name, original, protected in pairs:
        before, after = by_name.setdefault(name, ([], []))
        before.append(original)
        after.append(protected)
    texts = [Text(name=name, original=before, protected=after) for name, (before, after) in by_name.items()]
    return Part(texts, frozenset(pair.original.entity for pair in pairs if pair.original.entity))


def _pairs(texts: Iterable[Text]) -> Iterator[_Pair]:
    """The pieces of the texts, long ones without a mark cut; of an empty text an empty one."""
    nothing = Piece(text="", entity=None)
    for text in texts:
        if not text.original:
            yield _Pair(text.name, nothing, nothing)
        for original, protected in zip(text.original, text.protected, strict=True):
            if original.entity or len(original.text) <= _STRETCH:
                yield _Pair(text.name, original, protected)
            else:
                # What no mark covers is the same before and after.
                for stretch in _stretches(original.text):
                    piece = Piece(text=stretch, entity=None)
                    yield _Pair(text.name, piece, piece)


def _stretches(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = min(start + _STRETCH, len(text))
        if end < len(text):
            half = start + _STRETCH // 2
            end = max(text.rfind("\n", half, end), text.rfind(" ", half, end)) + 1 or end
        yield text[start:end]
        start = end


def _bytes(piece: Piece) -> int:
    """Of a piece in an answer, about: its text as JSON, its entity, and the names of both."""
    return len(json.dumps(piece.text, ensure_ascii=False).encode()) + len(piece.entity or "") + 30
