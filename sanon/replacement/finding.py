"""Where masked entities stand in a document: in its content, and in every value of its metadata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sanon.records import Document
from sanon.replacement.clauses import joined_clauses
from sanon.replacement.masked import MaskedEntity, below
from sanon.replacement.search import Search
from sanon.replacement.split_values import SplitNames, SplitValues
from sanon.text.matching import Match


@dataclass
class FoundInDocument:
    """What must go from a document.

    Attributes:
        fields: path of a text or a number -> what must go from it, by place; numbers go as a whole. In the order of the
            document, its content first.
        doubtful: field and disguise of what may mean somebody else, and stays.
    """

    fields: dict[str, list[Match[MaskedEntity]]] = field(default_factory=dict)
    doubtful: list[tuple[str, str]] = field(default_factory=list)


class Finder:
    """Finds masked entities in documents.

    Args:
        masked: all masked entities of the corpus.

    Attributes:
        search: finds them in one text.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self.search = Search(masked)
        self._split_values, self._split_names = SplitValues(masked, self.search), SplitNames(masked)

    def find(self, document: Document, mentioned: frozenset[str]) -> FoundInDocument:
        """Look through a document; `mentioned`: ids of the entities that it mentions."""
        found = FoundInDocument()
        self._in_text(document.content, "content", mentioned, found)
        self._in_record(document.metadata, "metadata", mentioned, found)
        return found

    def _in_value(self, value: JsonValue, field: str, label: str, ids: frozenset[str], found: FoundInDocument) -> None:
        if isinstance(value, str):
            self._in_text(value, field, ids, found)
        elif isinstance(value, list):
            split = self._split_values.find(value, ids)
            for place, item in enumerate(value):
                if place in split:
                    found.fields[below(field, place)] = [_whole(item, split[place])]
                else:
                    self._in_value(item, below(field, place), "", ids, found)
        elif isinstance(value, dict):
            self._in_record(value, field, ids, found)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            self._in_number(value, field, label, ids, found)

    def _in_record(self, record: dict[str, JsonValue], field: str, ids: frozenset[str], found: FoundInDocument) -> None:
        parts = self._split_values.find(list(record.values()), ids)
        split = {key: parts[place] for place, key in enumerate(record) if place in parts}
        split |= self._split_names.find(record)
        for key, value in record.items():
            if key in split:
                found.fields[below(field, key)] = [_whole(value, split[key])]
            else:
                self._in_value(value, below(field, key), key, ids, found)

    def _in_text(self, text: str, field: str, ids: frozenset[str], found: FoundInDocument) -> None:
        here = self.search.look(text, ids)
        found.doubtful += [(field, match.disguise or "") for match in here.doubtful]
        if here.matches:
            found.fields[field] = joined_clauses(here.matches, text)

    def _in_number(self, number: float, field: str, label: str, ids: frozenset[str], found: FoundInDocument) -> None:
        """A number goes as a whole: a part of it cannot be told from the rest of a value such as 4711.0.

        Its label is its key, which may say that it is a day: {"born": -698457600}.
        """
        before = f"{label}: "
        matches = [
            match
            for spelling in _spellings(number)
            for match in self.search.find(before + spelling, ids)
            if match.start >= len(before)
        ]
        if matches:
            # As it is before any disguise.
            matches = [match for match in matches if match.disguise is None] or matches
            longest = max(matches, key=lambda match: match.end - match.start)
            found.fields[field] = [longest._replace(start=0, end=len(str(number)))]


def _whole(value: JsonValue, entity: MaskedEntity) -> Match[MaskedEntity]:
    """An entry that holds a part of a value."""
    return Match(0, len(str(value)), entity, "split")


def _spellings(number: float) -> set[str]:
    """A number from 1e16 on, as text: 1.2345678901234568e+16 is the id 12345678901234568 all the same."""
    return {str(number), str(int(number))} if number == number // 1 else {str(number)}
