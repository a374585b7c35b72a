"""Replace what is masked in a document: its content, and every value of its metadata."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sanon.records import Document
from sanon.replacement.finding import Finder, FoundInDocument
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span, below, with_leaves
from sanon.replacement.operators import OPERATORS
from sanon.replacement.operators.base import Place
from sanon.replacement.operators.generalize import goes_on
from sanon.replacement.search import Search
from sanon.text.matching import Match
from sanon.text.titles import length_of_address

#: Characters behind a value that tell which words fit.
_BEHIND = 20
#: Source id of a document -> entity id -> its stand-in there.
StandIns = Callable[[str], Callable[[str], str | None]]


def no_stand_ins(source_id: str) -> Callable[[str], str | None]:
    """No entity has another stand-in in each document."""
    return lambda entity_id: None


class Replacer:
    """Puts the replacements of masked entities in place of their values.

    Args:
        masked: all masked entities of the corpus.
        stand_ins: of those whose stand-in is another one in each document; without it they have their labels.
    """

    def __init__(self, masked: Sequence[MaskedEntity], stand_ins: StandIns = no_stand_ins) -> None:
        self._finder = Finder(masked)
        self._stand_ins = stand_ins

    @property
    def search(self) -> Search:
        """What finds the values in a text."""
        return self._finder.search

    def redact(self, document: Document, mentioned: Collection[str]) -> RedactedDocument:
        """Replace the values of the entities that the document mentions, and of all direct identifiers.

        Also where a direct identifier stands in disguise, as far as that is certain; the span covers the disguise.

        Args:
            document: as read; it is not changed.
            mentioned: ids of the entities it mentions; ids that are not masked do no harm.
        """
        found = self._finder.find(document, frozenset(mentioned))
        entities = _in_this_document(found, self._stand_ins(document.source_id))
        work = _Work(found, entities, _numbers(found, entities))
        content = work.text(document.content, "content")
        metadata = {
            key: with_leaves(value, below("metadata", key), work.leaf) for key, value in document.metadata.items()
        }
        redacted = document.model_copy(update={"content": content, "metadata": metadata})
        return RedactedDocument(redacted, tuple(work.spans), document, tuple(found.doubtful))


def _in_this_document(found: FoundInDocument, stand_in: Callable[[str], str | None]) -> Mapping[str, MaskedEntity]:
    """The entities of a document by their ids, with the stand-ins that they have in it."""
    entities = {match.entity.id: match.entity for matches in found.fields.values() for match in matches}
    return {
        name: one.with_stand_in(stand_in(name)) if OPERATORS.named(one.operator).scope == "document" else one
        for name, one in entities.items()
    }


def _numbers(found: FoundInDocument, entities: Mapping[str, MaskedEntity]) -> dict[str, int]:
    """Entity id -> its number among those of its type, in the order in which a document names them.

    Only where the operator numbers them, and the document has several: a reader then still knows who is who.
    """
    of_type: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for matches in found.fields.values():
        for match in matches:
            entity = entities[match.entity.id]
            if OPERATORS.named(entity.operator).is_numbered:
                of_type[entity.type].setdefault(entity.id, len(of_type[entity.type]) + 1)
    return {name: number for numbers in of_type.values() if len(numbers) > 1 for name, number in numbers.items()}


def _without_address(match: Match[MaskedEntity], text: str) -> Match[MaskedEntity]:
    """Forms of address before a name stay: "Dear Mrs [NAME]"."""
    if match.disguise or match.entity.normal_form != "name":
        return match
    return match._replace(start=match.start + length_of_address(text[match.start : match.end]))


@dataclass
class _Work:
    """Replacing in one document.

    Attributes:
        entities: by their ids, as they are replaced in this document.
        numbers: entity id -> its number.
        spans: what was replaced until now.
    """

    found: FoundInDocument
    entities: Mapping[str, MaskedEntity]
    numbers: Mapping[str, int]
    spans: list[Span] = field(default_factory=list)

    def leaf(self, field: str, value: JsonValue) -> JsonValue:
        return self.text(str(value), field) if field in self.found.fields else value

    def text(self, text: str, field: str) -> str:
        pieces: list[str] = []
        position = 0
        last: Match[MaskedEntity] | None = None
        for match in self.found.fields.get(field, ()):
            match = _without_address(match, text)
            between = text[position : match.start]
            another = (
                last.entity.replacement if last and last.entity.id != match.entity.id and goes_on(between) else None
            )
            spelling, behind = text[match.start : match.end], text[match.end : match.end + _BEHIND]
            number = self.numbers.get(match.entity.id)
            pieces += between, self._replaced(match, field, Place(spelling, between, behind, another, number))
            position, last = match.end, match
        return "".join((*pieces, text[position:]))

    def _replaced(self, match: Match[MaskedEntity], field: str, place: Place) -> str:
        entity = self.entities[match.entity.id]
        text = OPERATORS.named(entity.operator).in_place(entity, place)
        self.spans.append(
            Span(field, match.start, match.end, entity.id, entity.type, entity.operator, text, match.disguise)
        )
        return text
