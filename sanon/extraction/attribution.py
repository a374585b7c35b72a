"""Whose value a mention is, where the form of a text says so and no model does.

A row of a table is about the one person in its column of names; a section is about the one person whom its first line
names ("Patient: …"). Such a row or section is clear if it names nobody else. A value is attributed if it stands nowhere
in the document but in clear rows or sections of one person. All others count for everybody: where rows and sections are
about whom they name, some subject has all values of each person (`sanon.risk.people`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from sanon.corpus.spool import Documents
from sanon.extraction.detectors.tables import Cell, cells_of
from sanon.packaged import table
from sanon.records import Document, Mention
from sanon.resolution.mentions import Mentions
from sanon.settings.profile import Profile
from sanon.text import lexicons
from sanon.text.folding import fold
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity
from sanon.text.titles import DEGREES, HONORIFICS, RANKS, WORDS

#: What the persons begin with that are attributed here, before ids of entities; those of models do not.
_ATTRIBUTED = "entity:"
_DELIMITERS = ("|", "\t", ";", ",", "")
_LONGEST_HEADER = 600
_SECTION = re.compile(
    r"^(?P<heading>#{1,6})?[ \t*•>–-]{0,6}(?:\d{1,3}[.)][ \t]{1,3})?\*{0,2}(?P<key>[^\W\d_][^:\n]{0,38}?)"
    r"\*{0,2}[ \t]{0,3}:[ \t*]{0,6}(?P<value>[^\s,;(|][^\n,;(|]*)",
    re.MULTILINE,
)
_BLANK, _HEADING = re.compile(r"\n\s*?\n|\Z"), re.compile(r"^#{1,6}\s|\Z", re.MULTILINE)
_NO_KEY = re.compile(r"[\W_]+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_TITLES = HONORIFICS | RANKS | WORDS | DEGREES


class _Region(NamedTuple):
    """A row or a section; end excluded.

    Attributes:
        cells: where the person is named.
        is_anybody: whether its head does not say that records are kept of that person.
    """

    start: int
    end: int
    cells: tuple[Cell, ...]
    is_anybody: bool


class _Place(NamedTuple):
    """Where a value of an entity stands; end excluded."""

    start: int
    end: int
    entity: str


#: Number of the region of what stands in none.
_ELSEWHERE = -1
#: A person, as the entities that name her in the cells of a row.
_Person = tuple[str, ...]


def attribute(documents: Documents, mentions: Mentions, profile: Profile) -> Mentions:
    """Mentions of a corpus with the persons that the texts attribute them to; those of other documents as they are."""
    names = {name for name, kind in profile.types.items() if kind.normal_form == "name"}
    result = dict(mentions)
    for source_id in mentions.keys() & set(documents.ids):
        found = mentions[source_id]
        # Where one person is named, or nobody, all values are added up anyway.
        if sum(one.entity.type in names for one in found) > 1:
            result[source_id] = attributed(documents.by_id(source_id), found, profile)
        elif any(map(_is_attributed, found)):
            result[source_id] = list(map(_unattributed, found))
    return result


def attributed(document: Document, mentions: Sequence[Mention], profile: Profile) -> list[Mention]:
    """Mentions of a document with the persons that its text attributes them to, all anew; where a model says, as is."""
    found = list(map(_unattributed, mentions))
    persons = {} if any(one.person for one in found) else _persons(document, found, profile)
    return [replace(one, person=persons[one.entity.id]) if one.entity.id in persons else one for one in found]


def _is_attributed(mention: Mention) -> bool:
    return mention.person is not None and mention.person.startswith(_ATTRIBUTED)


def _unattributed(mention: Mention) -> Mention:
    return replace(mention, person=None) if _is_attributed(mention) else mention


def _persons(document: Document, mentions: Sequence[Mention], profile: Profile) -> dict[str, str]:
    """Entity id -> whose value it is, where that is clear."""
    content, *metadata = document.texts()
    regions = list(_rows(content)) or list(_sections(content))
    if len(regions) < 2:
        return {}
    entities = {one.entity.id: one.entity for one in mentions}
    kinds = {key: profile.types[entity.type] for key, entity in entities.items()}
    places = _places(content, metadata, mentions, [(region.start, region.end) for region in regions])
    is_named_elsewhere = any(kinds[one.entity].direct for one in places[_ELSEWHERE])
    person_of: dict[int, _Person] = {}
    for number, region in enumerate(regions):
        names = [one for one in places[number] if kinds[one.entity].normal_form == "name"]
        person = _named_in(content, region, names)
        if person and not (region.is_anybody and is_named_elsewhere):
            person_of[number] = person
    apart = _apart({person: [entities[key].value for key in person] for person in person_of.values()})
    whose = defaultdict[str, set[_Person | None]](set)
    for number, there in places.items():
        person = person_of.get(number)
        for one in there:
            whose[one.entity].add(person if person in apart else None)
    clear = {key: person for key, (person, *others) in whose.items() if person and not others}
    several = len(set(clear.values())) > 1
    return {key: _ATTRIBUTED + "+".join(person) for key, person in clear.items()} if several else {}


def _places(
    content: str, metadata: Iterable[str], mentions: Iterable[Mention], regions: Sequence[tuple[int, int]]
) -> dict[int, list[_Place]]:
    """Where each value stands, by number of the region: _ELSEWHERE outside of them, or in metadata."""
    # Entities may share a value, and a matcher names one of them: so each value is sought by itself.
    holders = defaultdict[str, list[str]](list)
    for one in mentions:
        for value in {fold(value).text.strip() for value in one.original_values}:
            holders[value].append(one.entity.id)
    values = [SearchedEntity(one, (one,), 0.0, corpus_wide=False, normal_form="text") for one in holders]
    matcher, starts = Matcher(values), [start for start, _ in regions]
    places = defaultdict[int, list[_Place]](list)
    for text in (content, *metadata):
        for match in matcher.occurrences(text, holders.keys()):
            number = bisect_right(starts, match.start) - 1
            within = text is content and number >= 0 and match.end <= regions[number][1]
            own = (_Place(match.start, match.end, entity) for entity in holders[match.entity.id])
            places[number if within else _ELSEWHERE].extend(own)
    return places


def _named_in(text: str, region: _Region, names: Iterable[_Place]) -> _Person | None:
    """The one person whom a region names: by one entity in each of its cells, and nothing else there or elsewhere."""
    last, rest = (0, 0), {cell: text[cell.start : cell.end] for cell in region.cells}
    found = defaultdict[Cell | None, set[str]](set)
    for match in sorted(names, key=lambda one: (one.start, -one.end)):
        if match.end <= last[1] and match[:2] != last:
            continue  # the "Doe" in "Jane Doe"
        last = match[:2]
        at = next((cell for cell in region.cells if cell.start <= match.start and match.end <= cell.end), None)
        found[at].add(match.entity)
        if at:
            rest[at] = rest[at].replace(text[match.start : match.end], " ")
    untold = {word.casefold() for cell in rest.values() for word in _WORD.findall(cell)} - _TITLES
    if untold or None in found or any(len(found[cell]) != 1 for cell in region.cells):
        return None
    return tuple(key for cell in region.cells for key in found[cell])


def _apart(names: Mapping[_Person, list[str]]) -> set[_Person]:
    """Persons whose names cannot be those of another one of them: "B. Voss" can be "Berta Voss", and "Voss" both."""
    words = {p: {word.strip(".,") for name in own for word in lexicons.fold(name).split()} for p, own in names.items()}
    holders = defaultdict[str, set[_Person]](set)
    for person, own in words.items():
        for word in own:
            holders[word].add(person)
            holders[word[:1] + "*"].add(person)

    def may_hold(word: str) -> set[_Person]:
        return holders[word] | holders[word[:1]] if len(word) > 1 else holders[word + "*"]

    alike: set[_Person] = set()
    for person, own in words.items():
        if near := (set.intersection(*map(may_hold, own)) if own else set(words)) - {person}:
            alike |= {person, *near}
    return words.keys() - alike


def _rows(text: str) -> Iterator[_Region]:
    """Rows with as many cells as the header of their table, up to a blank line."""
    delimiter, columns, of_person, is_anybody = "", 0, list[int](), False
    at = 0
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        body = line.rstrip()
        if not body:
            columns = 0
        elif not columns:
            delimiter, columns, of_person, is_anybody = _header(body)
        elif len(cells := cells_of(body, delimiter)) == columns:
            named = tuple(Cell(start + cells[one].start, start + cells[one].end) for one in of_person)
            yield _Region(start, start + len(body), named, is_anybody)


def _header(line: str) -> tuple[str, int, list[int], bool]:
    """Delimiter, number of columns, those that name the person, and if that may be anybody; no columns if none do."""
    for delimiter in _DELIMITERS if len(line) <= _LONGEST_HEADER else ():
        cells = cells_of(line, delimiter) if delimiter in line else []
        if len(cells) < 2:
            continue
        heads = [_head(line[cell.start : cell.end]) for cell in cells]
        of_person = [number for number, head in enumerate(heads) if head]
        kinds = {heads[number] for number in of_person}
        if kinds == {"parts"} or len(of_person) == 1:
            return delimiter, len(cells), of_person, kinds != {"records"}
    return "", 0, [], False


def _sections(text: str) -> Iterator[_Region]:
    """From a line that says whom it is about to a blank line; from a heading that does to the next heading."""
    found = [match for match in _SECTION.finditer(text) if _head(match["key"]) in ("records", "anybody")]
    for match, after in zip(found, [*(one.start() for one in found[1:]), len(text)], strict=False):
        end = (_HEADING if match["heading"] else _BLANK).search(text, match.end(), after)
        yield _Region(
            match.start(),
            end.start() if end else after,
            (Cell(*match.span("value")),),
            _head(match["key"]) == "anybody",
        )


def _head(key: str) -> str | None:
    return _heads().get(_NO_KEY.sub(" ", lexicons.fold(key)).strip())


@cache
def _heads() -> dict[str, str]:
    listed = table("sanon.extraction", "subjects").items()
    return {" ".join(head.split()): kind for kind, heads in listed for head in heads.split("|")}
