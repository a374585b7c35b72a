"""The records of this room: what is to be masked, and where it was."""

from __future__ import annotations

from dataclasses import dataclass

from sanon.records import Document
from sanon.text.sought import Sought


@dataclass(frozen=True, slots=True)
class MaskedEntity(Sought):
    """An entity that a decision masks.

    Attributes:
        type: its type in the profile.
        operator: name of the operator that made the replacement.
        replacement: what stands in place of every spelling.
    """

    type: str
    operator: str
    replacement: str


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of an original text that was replaced.

    Attributes:
        field: "content", or "metadata." and the dotted path of a value.
        start, end: code points of the unchanged text.
        entity_id, entity_type, operator, replacement: of the entity that names the span.
    """

    field: str
    start: int
    end: int
    entity_id: str
    entity_type: str
    operator: str
    replacement: str


@dataclass(frozen=True, slots=True)
class RedactedDocument:
    """A document after replacement.

    Attributes:
        document: same id and source, redacted content and metadata.
        spans: what was replaced, by field and place.
    """

    document: Document
    spans: tuple[Span, ...]
