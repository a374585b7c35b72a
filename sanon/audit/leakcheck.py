"""Whether a value that had to go still stands in what is about to leave.

This is the second pair of eyes on `sanon.replacement` and shares none of its search: no automaton and no offset map.
Whole texts are brought into a normal form, a set of words rules out nearly every value, and what is left is looked for
one by one. The two agree on what the same spelling and a whole word are; where they do not, one of them is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import PurePosixPath
from typing import NamedTuple

from pydantic import JsonValue

from sanon.audit.spelling import Cutter, loosened, plain_form, plain_forms, stands_in, words_of
from sanon.records import Document
from sanon.replacement.masked import MaskedEntity

NAMES = ("id", "file name")
"""Fields that `--rename` cures."""


@dataclass(frozen=True, slots=True)
class Leak:
    """A place where a value stands that had to go.

    Attributes:
        source: file and record, from 1; only their numbers if the names themselves leak.
        field: "content", "id", "file name", "metadata.<path>", or "metadata key" (with its number, not its name).
        entity_id, entity_type: whose value it is.
    """

    source: str
    field: str
    entity_id: str
    entity_type: str


class _Value(NamedTuple):
    entity: MaskedEntity
    plain: str
    words: frozenset[str]


class _Text(NamedTuple):
    field: str
    text: str
    is_name: bool


def find_leaks(exported: Iterable[tuple[Document, Collection[str]]], masked: Sequence[MaskedEntity]) -> list[Leak]:
    """Search documents for values of masked entities that had to go from them.

    Args:
        exported: each document as it will be written, with the ids of the entities that its original mentions.
        masked: all masked entities of the corpus.
    """
    search = _Search(masked)
    pairs = list(exported)
    files = {path: number for number, path in enumerate(sorted({document.source.path for document, _ in pairs}), 1)}
    leaks: list[Leak] = []
    for number, (document, mentioned) in enumerate(pairs, start=1):
        found = {(field, entity.id): entity for field, entity in search.leaks_of(document, frozenset(mentioned))}
        if not found:
            continue
        file = document.source.path
        if any(field in NAMES for field, _ in found):
            source = f"document {number} (file {files[file]})"
        elif document.source.form in ("json", "text"):
            source = file
        else:
            source = f"{file} record {document.source.position + 1}"
        keys_leak = any(field.startswith("metadata key") for field, _ in found)
        for (field, entity_id), entity in found.items():
            shown = "metadata value" if keys_leak and field.startswith("metadata.") else field
            leaks.append(Leak(source, shown, entity_id, entity.type))
    return leaks


def leaking_names(names: Iterable[str], masked: Sequence[MaskedEntity]) -> set[str]:
    """Names, such as ids of documents that are gone, in which a value of any masked entity stands."""
    search, everything = _Search(masked), frozenset(entity.id for entity in masked)
    return {name for name in names if any(search.entities_in(_Text("id", name, is_name=True), everything))}


class _Search:
    """The values of all masked entities, found by their rarest word."""

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._cut = Cutter(entity.replacement for entity in masked)
        self._of_entity = {entity.id: _values(entity, entity.search_values) for entity in masked}
        everywhere = [value for entity in masked for value in _values(entity, entity.everywhere)]
        frequency = Counter(word for value in everywhere for word in value.words)
        self._wordless = [value for value in everywhere if not value.words]
        self._by_rarest: defaultdict[str, list[_Value]] = defaultdict(list)
        for value in everywhere:
            if value.words:
                self._by_rarest[min(value.words, key=lambda word: (frequency[word], word))].append(value)

    def leaks_of(self, document: Document, mentioned: frozenset[str]) -> Iterator[tuple[str, MaskedEntity]]:
        for text in _texts(document):
            for entity in self.entities_in(text, mentioned):
                yield text.field, entity

    def entities_in(self, text: _Text, mentioned: frozenset[str]) -> Iterator[MaskedEntity]:
        forms = plain_forms(self._cut(text.text))
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
                if value and any(stands_in(value, form) for form in forms):
                    yield entity


def _values(entity: MaskedEntity, values: Iterable[str]) -> list[_Value]:
    forms = sorted({plain_form(value).strip() for value in values} - {""})
    return [_Value(entity, form, words_of([form])) for form in forms]


def _texts(document: Document) -> Iterator[_Text]:
    yield _Text("content", document.content, is_name=False)
    yield _Text("id", document.source_id, is_name=True)
    path = PurePosixPath(document.source.path)
    for part in (*path.parts, path.stem):
        yield _Text("file name", part, is_name=True)
    yield from _metadata(document.metadata, "metadata", count(1))


def _metadata(value: JsonValue, field: str, numbers: Iterator[int]) -> Iterator[_Text]:
    if isinstance(value, dict):
        for key, item in value.items():
            # Never by its name, which may be the leak.
            number = next(numbers)
            yield _Text(f"metadata key {number}", key, is_name=True)
            yield from _metadata(item, f"{field}.{key}", numbers)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from _metadata(item, f"{field}.{place}", numbers)
    elif isinstance(value, str):
        yield _Text(field, value, is_name=False)
    elif value is not None and not isinstance(value, bool):
        yield _Text(field, str(value), is_name=False)
