"""Replace what is masked in a document: its content, and every value of its metadata."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sanon.records import Document
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span, below
from sanon.replacement.operators import OPERATORS
from sanon.replacement.operators.base import Place
from sanon.replacement.operators.generalize import goes_on
from sanon.replacement.search import Search
from sanon.replacement.split_values import SplitNames, SplitValues
from sanon.text.matching import Match

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

    Attributes:
        search: finds the values.
    """

    def __init__(self, masked: Sequence[MaskedEntity], stand_ins: StandIns = no_stand_ins) -> None:
        self.search = Search(masked)
        self._split_values, self._split_names = SplitValues(masked, self.search), SplitNames(masked)
        self._stand_ins = stand_ins

    def redact(self, document: Document, mentioned: Collection[str]) -> RedactedDocument:
        """Replace the values of the entities that the document mentions, and of all direct identifiers.

        Also where a direct identifier stands in disguise, as far as that is certain; the span covers the disguise.

        Args:
            document: as read; it is not changed.
            mentioned: ids of the entities it mentions; ids that are not masked do no harm.
        """
        stand_in = self._stand_ins(document.source_id)
        work = _Work(self.search, self._split_values, self._split_names, frozenset(mentioned), stand_in)
        content = work.text(document.content, "content")
        metadata = work.record(document.metadata, "metadata")
        redacted = document.model_copy(update={"content": content, "metadata": metadata})
        return RedactedDocument(redacted, tuple(work.spans), document, tuple(work.doubtful))


@dataclass
class _Work:
    """Replacing in one document.

    Attributes:
        search, split_values, split_names: what is looked for.
        ids: of the entities that the document mentions.
        stand_in: entity id -> its stand-in in this document.
        spans: what was replaced until now.
        doubtful: field and disguise of what may mean somebody else, and stays.
    """

    search: Search
    split_values: SplitValues
    split_names: SplitNames
    ids: frozenset[str]
    stand_in: Callable[[str], str | None]
    spans: list[Span] = field(default_factory=list)
    doubtful: list[tuple[str, str]] = field(default_factory=list)

    def value(self, value: JsonValue, field: str, label: str = "") -> JsonValue:
        if isinstance(value, str):
            return self.text(value, field)
        if isinstance(value, list):
            return self.items(value, field)
        if isinstance(value, dict):
            return self.record(value, field)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self.number(value, field, label)
        return value

    def items(self, items: list[JsonValue], field: str) -> list[JsonValue]:
        """Replace in the items of a list, and what only several of them together say."""
        split = self.split_values.find(items, self.ids)
        return [
            self._whole(item, split[place], below(field, place))
            if place in split
            else self.value(item, below(field, place))
            for place, item in enumerate(items)
        ]

    def _whole(self, value: JsonValue, entity: MaskedEntity, field: str) -> str:
        """Replace an entry that holds a part of a value."""
        spelling = str(value)
        return self._replaced(Match(0, len(spelling), entity, "split"), field, Place(spelling))

    def record(self, record: dict[str, JsonValue], field: str) -> dict[str, JsonValue]:
        parts = self.split_values.find(list(record.values()), self.ids)
        split = {key: parts[place] for place, key in enumerate(record) if place in parts} | self.split_names.find(
            record
        )
        return {
            key: self._whole(value, split[key], below(field, key))
            if key in split
            else self.value(value, below(field, key), key)
            for key, value in record.items()
        }

    def text(self, text: str, field: str) -> str:
        pieces: list[str] = []
        position = 0
        last: Match[MaskedEntity] | None = None
        found = self.search.look(text, self.ids)
        self.doubtful += [(field, match.disguise or "") for match in found.doubtful]
        for match in found.matches:
            between = text[position : match.start]
            another = (
                last.entity.replacement if last and last.entity.id != match.entity.id and goes_on(between) else None
            )
            spelling, behind = text[match.start : match.end], text[match.end : match.end + _BEHIND]
            pieces += between, self._replaced(match, field, Place(spelling, between, behind, another))
            position, last = match.end, match
        return "".join((*pieces, text[position:]))

    def number(self, number: float, field: str, label: str = "") -> JsonValue:
        """Replace a number as a whole: a part of it cannot be told from the rest of a value such as 4711.0.

        Args:
            number: of the metadata.
            field: its path.
            label: its key, which may say that it is a day: {"born": -698457600}.
        """
        before = f"{label}: "
        matches = [
            match
            for spelling in _spellings(number)
            for match in self.search.find(before + spelling, self.ids)
            if match.start >= len(before)
        ]
        if not matches:
            return number
        # As it is before any disguise.
        matches = [match for match in matches if match.disguise is None] or matches
        longest = max(matches, key=lambda match: match.end - match.start)._replace(start=0, end=len(str(number)))
        return self._replaced(longest, field, Place(str(number)))

    def _replaced(self, match: Match[MaskedEntity], field: str, place: Place) -> str:
        entity = match.entity
        if OPERATORS.named(entity.operator).scope == "document":
            entity = entity.with_stand_in(self.stand_in(entity.id))
        text = OPERATORS.named(entity.operator).in_place(entity, place)
        self.spans.append(
            Span(field, match.start, match.end, entity.id, entity.type, entity.operator, text, match.disguise)
        )
        return text


def _spellings(number: float) -> set[str]:
    """A number from 1e16 on, as text: 1.2345678901234568e+16 is the id 12345678901234568 all the same."""
    return {str(number), str(int(number))} if number == number // 1 else {str(number)}
