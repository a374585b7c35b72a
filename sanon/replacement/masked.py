"""The records of this room: what is to be masked, and where it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pydantic import JsonValue

from sanon.records import Document
from sanon.replacement.operators.labels import TypeLabel
from sanon.text.searched import SearchedEntity


@dataclass(frozen=True, slots=True)
class MaskedEntity(SearchedEntity):
    """An entity that a decision masks.

    Attributes:
        type: its type in the profile.
        operator: name of the operator that made the replacement.
        replacement: what stands in place of every spelling, of a surrogate in its normal form.
        value: the normalized value, to bring a surrogate into the form of a spelling.
    """

    type: str
    operator: str
    replacement: str
    value: str = ""

    def with_stand_in(self, stand_in: str | None) -> MaskedEntity:
        """The same with the stand-in that it has in one document; with its label, if there is none."""
        return replace(self, replacement=stand_in) if stand_in else replace(self, operator=TypeLabel.name)


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of an original text that was replaced.

    Attributes:
        field: "content", or the path of a value of the metadata as `below` gives it.
        start, end: code points of the unchanged text.
        entity_id, entity_type, operator, replacement: of the entity that names the span.
        disguise: how its value stands there, if not as it is.
        inside: what had been replaced in a sentence before a model rewrote it.
    """

    field: str
    start: int
    end: int
    entity_id: str
    entity_type: str
    operator: str
    replacement: str
    disguise: str | None = None
    inside: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class RedactedDocument:
    """A document after replacement.

    Attributes:
        document: same id and source, redacted content and metadata.
        spans: what was replaced: in the order of the fields, and in each by place.
        doubtful: field and disguise of what may mean a direct identifier, or somebody else, and stays.
    """

    document: Document
    spans: tuple[Span, ...]
    original: Document
    doubtful: tuple[tuple[str, str], ...] = ()


def below(field: str, key: str | int) -> str:
    """The path of what stands at a key of a dictionary, or at a place of a list: metadata.who.0, metadata.a\\.b."""
    return f"{field}.{key}" if isinstance(key, int) else field + "." + key.replace("\\", "\\\\").replace(".", "\\.")


def with_leaves(value: JsonValue, field: str, leaf: Callable[[str, JsonValue], JsonValue]) -> JsonValue:
    """The same lists and dictionaries, with what `leaf` gives for the path and the value of everything else in them."""
    if isinstance(value, dict):
        return {key: with_leaves(item, below(field, key), leaf) for key, item in value.items()}
    if isinstance(value, list):
        return [with_leaves(item, below(field, place), leaf) for place, item in enumerate(value)]
    return leaf(field, value)
