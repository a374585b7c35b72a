"""Where masked entities stand in a document: in its content, and in every value of its metadata.

A clause of which every word but small ones is masked is one label, not five.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from sanon.records import Document
from sanon.replacement.masked import MaskedEntity, below
from sanon.replacement.operators import OPERATORS
from sanon.replacement.search import Search, without
from sanon.replacement.split_values import SplitNames, SplitValues
from sanon.text.matching import Match
from sanon.text.meaning import means_else
from sanon.text.vocabulary import words as listed

_SMALL_WORDS = listed("function_words")
_MOST_SMALL = 2
_WORDS_ONLY = re.compile(r"[ \t]*(?:[^\W\d_]+[ \t]+)*")


def joined_clauses(matches: Sequence[Match[MaskedEntity]], text: str) -> list[Match[MaskedEntity]]:
    """Join what gets labels of one type and has nothing but blanks and small words between it.

    Names, numbers and other values with a normal form of their own stay apart, and so does what an "and" joins: two of
    them are two.

    Args:
        matches: by place; they do not overlap.
    """
    joined: list[Match[MaskedEntity]] = []
    for match in matches:
        if joined and _is_one_clause(joined[-1], match, text):
            last = joined.pop()
            longest = max(last, match, key=lambda one: one.end - one.start)
            joined.append(longest._replace(start=last.start, end=match.end))
        else:
            joined.append(match)
    return joined


def _is_one_clause(one: Match[MaskedEntity], other: Match[MaskedEntity], text: str) -> bool:
    this, that = one.entity, other.entity
    if this.id == that.id or this.type != that.type or this.normal_form != "text" or this.corpus_wide:
        return False
    if not (OPERATORS.named(this.operator).is_label and OPERATORS.named(that.operator).is_label):
        return False
    between = text[one.end : other.start]
    words = between.casefold().split()
    return _WORDS_ONLY.fullmatch(between) is not None and len(words) <= _MOST_SMALL and _SMALL_WORDS.issuperset(words)


@dataclass
class FoundInDocument:
    """What must go from a document.

    Attributes:
        fields: path of a text or a number -> what must go from it, by place; numbers go as a whole. In the order of the
            document, its content first.
        doubtful: field and disguise of what may mean somebody else, and stays.
        chance: field and match of what may mean something else.
        named: ids of the entities of what surely means them.
    """

    fields: dict[str, list[Match[MaskedEntity]]] = field(default_factory=dict)
    doubtful: list[tuple[str, str]] = field(default_factory=list)
    chance: list[tuple[str, Match[MaskedEntity]]] = field(default_factory=list)
    named: set[str] = field(default_factory=set)

    def settle(self, mentioned: frozenset[str]) -> None:
        """What may mean something else goes only where it alone can be what the document mentions.

        All of a field then: beside what goes, what is left of a number is none any more.
        """
        alone = mentioned - self.named
        ambiguous = {name for name, match in self.chance if match.entity.id in alone}
        for name, match in self.chance:
            if name in ambiguous:
                self.fields[name] = sorted([*self.fields[name], match], key=lambda one: one.start)
        self.fields = {name: matches for name, matches in self.fields.items() if matches}


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
        found.settle(mentioned)
        return found

    def _in_value(self, value: JsonValue, field: str, label: str, ids: frozenset[str], found: FoundInDocument) -> None:
        if isinstance(value, str):
            self._in_text(value, field, ids, found)
        elif isinstance(value, dict):
            self._in_record(value, field, ids, found)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            self._in_number(value, field, label, ids, found)

    def _in_record(self, record: dict[str, JsonValue], field: str, ids: frozenset[str], found: FoundInDocument) -> None:
        entries = [(key, *entry) for key, value in record.items() for entry in _entries(value, below(field, key))]
        split = self._split_values.find([item for _, _, item in entries], ids)
        names = self._split_names.find(record)
        for place, (key, path, item) in enumerate(entries):
            if entity := names.get(key) or split.get(place):
                found.fields[path] = [_whole(item, entity)]
            else:
                self._in_value(item, path, key, ids, found)

    def _in_text(self, text: str, field: str, ids: frozenset[str], found: FoundInDocument) -> None:
        here = self.search.look(text, ids)
        found.doubtful += [(field, match.disguise or "") for match in here.doubtful]
        if here.matches:
            sure, chance = _sure_of(here.matches, text)
            found.chance += [(field, match) for match in chance]
            found.named |= {match.entity.id for match in sure}
            found.fields[field] = joined_clauses(sure, text)

    def _in_number(self, number: float, field: str, label: str, ids: frozenset[str], found: FoundInDocument) -> None:
        """A number goes as a whole: a part of it cannot be told from the rest of a value such as 4711.0.

        Its label is its key, which may say that it is a day: {"born": -698457600}.
        """
        before = f"{label}: "
        matches = [
            (not means_else(match.entity, before + spelling, match.start, match.end), match.disguise is None, match)
            for spelling in _spellings(number)
            for match in self.search.find(before + spelling, ids)
            if match.start >= len(before)
        ]
        if matches:
            # As it is before any disguise.
            is_sure, _, longest = max(matches, key=lambda one: (*one[:2], one[2].end - one[2].start))
            whole = longest._replace(start=0, end=len(str(number)))
            found.fields[field] = [whole] if is_sure else []
            found.chance += [] if is_sure else [(field, whole)]
            found.named |= {whole.entity.id} if is_sure else set()


def _sure_of(
    matches: Sequence[Match[MaskedEntity]], text: str
) -> tuple[list[Match[MaskedEntity]], list[Match[MaskedEntity]]]:
    """Matches that mean their entities, and those that may mean something else beside what is left of the text."""
    sure: list[Match[MaskedEntity]] = []
    chance, left = list(matches), text
    while more := [match for match in chance if not means_else(match.entity, left, match.start, match.end)]:
        sure = sorted([*sure, *more], key=lambda match: match.start)
        chance = [match for match in chance if match not in more]
        left = without(text, sure)
    return sure, chance


def _entries(value: JsonValue, field: str) -> Iterator[tuple[str, JsonValue]]:
    """Path and value of what lists of any depth hold, in their order; of another value its own."""
    if isinstance(value, list):
        for place, item in enumerate(value):
            yield from _entries(item, below(field, place))
    else:
        yield field, value


def _whole(value: JsonValue, entity: MaskedEntity) -> Match[MaskedEntity]:
    """An entry that holds a part of a value."""
    return Match(0, len(str(value)), entity, "split")


def _spellings(number: float) -> set[str]:
    """A number from 1e16 on, as text: 1.2345678901234568e+16 is the id 12345678901234568 all the same."""
    return {str(number), str(int(number))} if number == number // 1 else {str(number)}
