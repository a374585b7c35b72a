"""Replace what is masked in a document: its content, and every value of its metadata."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pydantic import JsonValue

from sanon.records import Document
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span, below
from sanon.replacement.search import Search
from sanon.replacement.split_names import SplitNames
from sanon.text.matching import Match


class Replacer:
    """Puts the replacements of masked entities in place of their values.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._search = Search(masked)
        self._split_names = SplitNames(masked)

    def redact(self, document: Document, mentioned: Collection[str]) -> RedactedDocument:
        """Replace the values of the entities that the document mentions, and of all direct identifiers.

        Also where a direct identifier stands in disguise, as far as that is certain; the span covers the disguise.

        Args:
            document: as read; it is not changed.
            mentioned: ids of the entities it mentions; ids that are not masked do no harm.
        """
        ids = frozenset(mentioned)
        spans: list[Span] = []
        content = self._text(document.content, "content", ids, spans)
        metadata = self._record(document.metadata, "metadata", ids, spans)
        redacted = document.model_copy(update={"content": content, "metadata": metadata})
        return RedactedDocument(redacted, tuple(spans), document)

    def _value(self, value: JsonValue, field: str, ids: frozenset[str], spans: list[Span]) -> JsonValue:
        if isinstance(value, str):
            return self._text(value, field, ids, spans)
        if isinstance(value, list):
            return [self._value(item, below(field, place), ids, spans) for place, item in enumerate(value)]
        if isinstance(value, dict):
            return self._record(value, field, ids, spans)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._number(value, field, ids, spans)
        return value

    def _record(
        self, record: dict[str, JsonValue], field: str, ids: frozenset[str], spans: list[Span]
    ) -> dict[str, JsonValue]:
        split = self._split_names.find(record)
        result: dict[str, JsonValue] = {}
        for key, value in record.items():
            entity = split.get(key)
            if entity and isinstance(value, str):
                result[key] = replacement = entity.in_place(value)
                spans.append(_span(Match(0, len(value), entity, "split"), below(field, key), replacement))
            else:
                result[key] = self._value(value, below(field, key), ids, spans)
        return result

    def _text(self, text: str, field: str, ids: frozenset[str], spans: list[Span]) -> str:
        pieces: list[str] = []
        position = 0
        for match in self._search.find(text, ids):
            replacement = match.entity.in_place(text[match.start : match.end])
            spans.append(_span(match, field, replacement))
            pieces += text[position : match.start], replacement
            position = match.end
        return "".join((*pieces, text[position:]))

    def _number(self, number: float, field: str, ids: frozenset[str], spans: list[Span]) -> JsonValue:
        """Replace a number as a whole: a part of it cannot be told from the rest of a value such as 4711.0."""
        matches = [match for spelling in _spellings(number) for match in self._search.find(spelling, ids)]
        if not matches:
            return number
        # As it is before any disguise.
        matches = [match for match in matches if match.disguise is None] or matches
        longest = max(matches, key=lambda match: match.end - match.start)._replace(start=0, end=len(str(number)))
        replacement = longest.entity.in_place(str(number))
        spans.append(_span(longest, field, replacement))
        return replacement


def _spellings(number: float) -> set[str]:
    """A number from 1e16 on, as text: 1.2345678901234568e+16 is the id 12345678901234568 all the same."""
    return {str(number), str(int(number))} if number == number // 1 else {str(number)}


def _span(match: Match[MaskedEntity], field: str, replacement: str) -> Span:
    entity = match.entity
    return Span(field, match.start, match.end, entity.id, entity.type, entity.operator, replacement, match.disguise)
