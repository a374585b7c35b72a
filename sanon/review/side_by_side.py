"""A document before and after, cut where something is marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter

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
