"""What stands outside the spans of a protected document, and whether it is what stood there before."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from sanon.replacement.masked import RedactedDocument, Span, below
from sanon.replacement.operators import rewrites
from sanon.replacement.rewriting.sentences import words_of_model

CUT = "\ue000"
"""A private character, part of no word, in the place of a span: no value is found in or across what was replaced."""


class Place(NamedTuple):
    """A text of a protected document.

    Attributes:
        field: "content", or the path of a value of the metadata.
        outside: the text with `CUT` in the place of every span; all of it, if the spans are not true.
        is_true: whether it is the original outside of the spans, and holds the replacements inside.
    """

    field: str
    outside: str
    is_true: bool


def places(redacted: RedactedDocument) -> Iterator[Place]:
    """Compare a protected document with its original, text by text, each spelling of a number for itself.

    The other way round than replacing: it walks through what is about to leave, and takes nothing from the replacer but
    the spans.
    """
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    for span in redacted.spans:
        spans[span.field].append(span)
    before, after = redacted.original, redacted.document
    yield _text("content", before.content, after.content, spans.pop("content", []))
    yield from _values("metadata", before.metadata, after.metadata, spans)
    yield from (Place(field, "", is_true=False) for field in spans)


def content_outside(redacted: RedactedDocument) -> str:
    """The content of a protected document with `CUT` in the place of every span."""
    return next(place.outside for place in places(redacted))


def _values(field: str, before: JsonValue, after: JsonValue, spans: dict[str, list[Span]]) -> Iterator[Place]:
    if isinstance(before, dict) and isinstance(after, dict) and list(before) == list(after):
        for key, value in before.items():
            yield from _values(below(field, key), value, after[key], spans)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, (value, now) in enumerate(zip(before, after, strict=True)):
            yield from _values(below(field, number), value, now, spans)
    elif isinstance(before, (dict, list)) or isinstance(after, (dict, list)):
        yield Place(field, json.dumps(after, ensure_ascii=False), is_true=False)
    elif isinstance(before, str) and isinstance(after, str):
        yield _text(field, before, after, spans.pop(field, []))
    elif of_field := spans.pop(field, []):
        # A number goes as a whole, or stays.
        is_true = len(of_field) == 1 and isinstance(after, str) and after == of_field[0].replacement
        yield Place(field, CUT if is_true else str(after), is_true)
    else:
        is_true = type(before) is type(after) and before == after
        yield from (Place(field, spelling, is_true) for spelling in number_spellings(after))


def number_spellings(value: JsonValue) -> tuple[str, ...]:
    """The ways to write a number: 1e+16 is 10000000000000000 too. A string is what it is, all else says nothing."""
    if isinstance(value, bool) or value is None:
        return ("",)
    if isinstance(value, float) and value.is_integer():
        return tuple(dict.fromkeys((str(value), f"{value:.0f}")))
    return (str(value),)


def _text(field: str, before: str, after: str, spans: Sequence[Span]) -> Place:
    pieces: list[str] = []
    read = written = 0
    for span in spans:
        kept = before[read : span.start]
        replaced = written + len(kept)
        follows = read <= span.start < span.end <= len(before)
        if not follows or not after.startswith(kept, written) or not after.startswith(span.replacement, replaced):
            return Place(field, after, is_true=False)
        # What a model wrote is text like that around it; the replacements that it left standing are none.
        own = f"{CUT}{words_of_model(span.replacement, span.inside, CUT)}" if rewrites(span.operator) else ""
        pieces.append(kept + own)
        read, written = span.end, replaced + len(span.replacement)
    if after[written:] != before[read:]:
        return Place(field, after, is_true=False)
    return Place(field, CUT.join((*pieces, before[read:])), is_true=True)
