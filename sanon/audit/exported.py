"""An export as somebody else sees it: its documents beside their originals, and what was replaced in them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from sanon.audit.places import places
from sanon.records import Document
from sanon.replacement.masked import MaskedEntity, RedactedDocument, Span
from sanon.results.export import ReplacedSpan
from sanon.settings.profile import EntityType, Profile
from sanon.text import vocabulary
from sanon.text.folding import fold
from sanon.text.obfuscation.keys import PersonName, keys_of

_TOKEN = re.compile(r"\[[^\[\]\n]*\]|\w+|\s+|[^\w\s]")
_NO_TYPE = EntityType(weight=0)
_ENDS = vocabulary.words("name_ends")


def read_spans(file: Path) -> dict[str, list[Span]]:
    """What the export says of its spans, by source id; nothing if the file is not there or a line is none."""
    spans: defaultdict[str, list[Span]] = defaultdict(list)
    try:
        lines = file.read_bytes().split(b"\n") if file.is_file() else []
    except OSError:
        return {}
    for line in filter(None, lines):
        try:
            said = ReplacedSpan.model_validate_json(line)
        except ValueError:
            continue
        inside = tuple(
            Span(said.field, one.start, one.end, "", one.entity_type, "", one.replacement) for one in said.inside
        )
        spans[said.source_id].append(
            Span(said.field, said.start, said.end, "", said.entity_type, said.operator, said.replacement, inside=inside)
        )
    return spans


def that_replace(spans: Iterable[Span], original: Document) -> tuple[Span, ...]:
    """Without spans of which what they say to have replaced stands there still: whoever wrote that masked nothing."""
    texts = _texts(original)
    return tuple(span for span in spans if span.replacement != texts.get(span.field, "")[span.start : span.end])


def seen_spans(original: Document, exported: Document) -> Iterator[Span]:
    """Where two contents differ, word by word."""
    before = [match.span() for match in _TOKEN.finditer(original.content)]
    after = [match.span() for match in _TOKEN.finditer(exported.content)]
    words = [original.content[a:b] for a, b in before], [exported.content[a:b] for a, b in after]
    for what, first, last, begin, end in SequenceMatcher(None, *words, autojunk=False).get_opcodes():
        if what == "equal" or first == last:
            continue
        replacement = exported.content[after[begin][0] : after[end - 1][1]] if end > begin else ""
        yield Span("content", before[first][0], before[last - 1][1], "", replacement.strip("[]"), "", replacement)


class Replaced(NamedTuple):
    """The values that stood where something was replaced.

    Attributes:
        masked: an entity for each.
        mentioned: exported source id -> ids of those that were replaced there.
        forms: ids of names of one word that were replaced only beside the same name without the end that it has there:
            with a small letter they may be other words ("BUDGIES" beside "Budgie", and "two budgies").
    """

    masked: list[MaskedEntity]
    mentioned: dict[str, set[str]]
    forms: frozenset[str]


def replaced_values(documents: Iterable[RedactedDocument], profile: Profile) -> Replaced:
    """What was replaced, and in which documents.

    A direct identifier had to go from all documents, as long as it cannot be a word or a part of another name. The
    surname and the given name of a name that was replaced in the same document are searched for as such, and are no
    values of their own: with a small letter they may be other words ("Berg" of "Anna Berg", and "the berg").
    """
    values: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    of_document: defaultdict[str, set[str]] = defaultdict(set)
    own: set[tuple[str, str]] = set()
    for one in documents:
        texts = _texts(one.original)
        here: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for span in (part for whole in one.spans for part in whole.inside or (whole,)):
            value = texts.get(span.field, "")[span.start : span.end]
            here[span.entity_type, fold(value).text.strip()].add(value)
        entities = {key: _entity(key, spellings, profile) for key, spellings in here.items() if key[1]}
        parts = {(key[0], part) for key, entity in entities.items() for part in _parts(entity)}
        names = {key for key, entity in entities.items() if entity.normal_form == "name"} | parts
        forms = {(kind, name + end) for kind, name in names if name.isalpha() for end in _ENDS}
        for key in entities.keys() - parts:
            values[key] |= here[key]
            of_document[one.document.source_id].add(_id(key))
        own |= entities.keys() - forms
    masked = [_entity(key, spellings, profile) for key, spellings in sorted(values.items())]
    return Replaced(masked, of_document, frozenset(map(_id, values.keys() - own)))


def _parts(entity: MaskedEntity) -> Iterator[str]:
    """The surnames and given names of one word by which a full name is searched for."""
    if entity.corpus_wide and entity.normal_form == "name":
        yield from (key.text for key in keys_of(entity) if key.kind in ("surname", "given name") and not key.cuts)


def _entity(key: tuple[str, str], spellings: set[str], profile: Profile) -> MaskedEntity:
    kind = profile.types.get(key[0], _NO_TYPE)
    name = PersonName.of(key[1]) if kind.normal_form == "name" else None
    return MaskedEntity(
        id=_id(key),
        type=key[0],
        weight=kind.weight,
        corpus_wide=kind.searched and not (kind.normal_form == "name" and (name is None or not name.called)),
        normal_form=kind.normal_form,
        original_values=tuple(sorted(spellings)),
        operator="",
        replacement="",
    )


def _id(key: tuple[str, str]) -> str:
    return "\0".join(key)


def _texts(document: Document) -> Mapping[str, str]:
    """Texts and numbers of a document by their fields."""
    same = RedactedDocument(document, (), document)
    return {place.field: place.outside for place in reversed(list(places(same)))}
