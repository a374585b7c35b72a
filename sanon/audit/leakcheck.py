"""Whether a value that had to go still stands in what is about to leave, outside of what was replaced.

This is the second pair of eyes on `sanon.replacement` and shares none of its search: no automaton and no offset map.
Whole texts are brought into a normal form, a set of words rules out nearly every value, and what is left is looked for
one by one. The two agree on what the same spelling and a whole word are; where they do not, one of them is wrong.

It judges by place. Outside the spans the text must be the original's, and no value may stand there; whatever stands
inside one is no leak: a stand-in may be the name of somebody else, and that name must go all the same where it was.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import count
from pathlib import PurePosixPath
from typing import NamedTuple

from pydantic import JsonValue

from sanon.audit.places import places
from sanon.audit.spelling import loosened, plain_form, plain_forms, stands_in, words_of
from sanon.records import Document
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.search import Search
from sanon.text.meaning import means_else

_TOKEN = re.compile(r"[^\W_]+(?:\u00ad[^\W_]+)*")
NAMES = ("id", "file name")
"""Fields that `--rename` cures."""


class _Value(NamedTuple):
    entity: MaskedEntity
    plain: str
    words: frozenset[str]


class Name(NamedTuple):
    """A text, and whether it is a name of something, which nobody replaces: an id, a file name, a key."""

    field: str
    text: str
    is_name: bool


def leaking_names(names: Iterable[str], masked: Sequence[MaskedEntity]) -> set[str]:
    """Names, such as ids of documents that are gone, in which a value of any masked entity stands."""
    search, everything = LeakSearch(masked), frozenset(entity.id for entity in masked)
    return {name for name in names if any(search.entities_in(Name("id", name, is_name=True), everything))}


class LeakSearch:
    """The values of all masked entities, found by their rarest word.

    Args:
        as_written: ids of entities whose values are meant only with the capitals with which they were found.
    """

    def __init__(self, masked: Sequence[MaskedEntity], as_written: Collection[str] = ()) -> None:
        self._as_written = frozenset(as_written)
        self._of_entity = {entity.id: _values(entity, entity.search_values) for entity in masked}
        corpus_wide = [value for entity in masked for value in _values(entity, entity.corpus_wide_values)]
        frequency = Counter(word for value in corpus_wide for word in value.words)
        self._wordless = [value for value in corpus_wide if not value.words]
        self._by_rarest: defaultdict[str, list[_Value]] = defaultdict(list)
        for value in corpus_wide:
            if value.words:
                self._by_rarest[min(value.words, key=lambda word: (frequency[word], word))].append(value)

    def leaks_of(self, redacted: RedactedDocument, mentioned: frozenset[str]) -> list[tuple[str, MaskedEntity | None]]:
        """Fields and whose values stand in them, each once; None where the text is not the original's."""
        found: dict[tuple[str, str], MaskedEntity | None] = {}
        for place in places(redacted):
            if not place.is_true:
                found[place.field, ""] = None
            for entity in self.entities_in(Name(place.field, place.outside, is_name=False), mentioned):
                found[place.field, entity.id] = entity
        for text in names_of(redacted.document):
            for entity in self.entities_in(text, mentioned):
                found[text.field, entity.id] = entity
        return [(field, entity) for (field, _), entity in found.items()]

    def entities_in(self, text: Name, mentioned: frozenset[str]) -> Iterator[MaskedEntity]:
        """The entities with a value that had to go from a text."""
        forms = plain_forms(text.text)
        words = words_of(forms)
        if text.is_name:
            forms = [loosened(form) for form in forms]
        values = [value for entity_id in sorted(mentioned) for value in self._of_entity.get(entity_id, ())]
        values += self._wordless
        for word in words & self._by_rarest.keys():
            values += self._by_rarest[word]
        for entity, plain, needed in values:
            if needed <= words:
                value = loosened(plain) if text.is_name else plain
                if value and any(stands_in(value, form) for form in forms) and not self._is_chance(entity, plain, text):
                    yield entity

    def _is_chance(self, entity: MaskedEntity, plain: str, text: Name) -> bool:
        if entity.id in self._as_written:
            return not any(stands_in(spelling, text.text) for spelling in entity.original_values)
        return _is_chance(entity, plain, text)


def _is_chance(entity: MaskedEntity, plain: str, text: Name) -> bool:
    """Whether a value of one word stands in a text only where it may mean something else."""
    if text.is_name or len(words_of([plain])) > 1:
        return False
    places = [match.span() for match in _TOKEN.finditer(text.text) if plain_form(match[0]) == plain]
    return bool(places) and all(means_else(entity, text.text, *place) for place in places)


def value_in_part(leaks: LeakSearch, near: Search, mentioned: frozenset[str]) -> Callable[[str], bool]:
    """Whether a value stands in a part of a path, as it is or in disguise."""

    def holds_value(part: str) -> bool:
        name = Name("file name", part, is_name=True)
        return any(leaks.entities_in(name, mentioned)) or any(map(len, near.near(part, mentioned)))

    return holds_value


def _values(entity: MaskedEntity, values: Iterable[str]) -> list[_Value]:
    forms = sorted({plain_form(value).strip() for value in values} - {""})
    return [_Value(entity, form, words_of([form])) for form in forms]


def shown_field(field: str, *, keys_tell: bool) -> str:
    """A field in a message; not by its path, if keys of the metadata tell a value."""
    return "metadata value" if keys_tell and field.startswith("metadata.") else field


def names_of(document: Document) -> Iterator[Name]:
    """What is never replaced, and may hold values all the same."""
    yield from names_of_file(document.source_id, document.source.path)
    yield from _keys(document.metadata, count(1))


def names_of_file(source_id: str, source_path: str) -> Iterator[Name]:
    """Those of them that `--rename` replaces."""
    yield Name("id", source_id, is_name=True)
    path = PurePosixPath(source_path)
    for part in (*path.parts, path.stem):
        yield Name("file name", part, is_name=True)


def _keys(value: JsonValue, numbers: Iterator[int]) -> Iterator[Name]:
    if isinstance(value, dict):
        for key, item in value.items():
            # Never by its name, which may be the leak.
            yield Name(f"metadata key {next(numbers)}", key, is_name=True)
            yield from _keys(item, numbers)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item, numbers)
