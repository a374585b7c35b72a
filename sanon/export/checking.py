"""Look at every document before it leaves: no masked value may stand in it, and it may have a pseudonym for its id."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from sanon.audit.leakcheck import NAMES, LeakSearch, names_of, names_of_file, shown_field, value_in_part
from sanon.audit.naming import NamedPlaces, PlaceName
from sanon.corpus_state.chunks import nodes_with_wholes
from sanon.errors import LeakFound
from sanon.export.redacted import masked_entities
from sanon.export.renaming import Renaming
from sanon.graph.store import Store
from sanon.records import Source
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.search import Search
from sanon.results.export import NearMiss
from sanon.settings.profile import Profile
from sanon.text.counting import counted

_PLACES_SHOWN = 10
_MOST_CLEAN = 10_000
#: Field, disguise, and whether it can mean nobody else.
_NearMiss: TypeAlias = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class Leak:
    """A place where a value stands that had to go, or where the text is not the original's outside of the spans.

    Attributes:
        source: file and record, from 1; parts of the path that leak are left out.
        field: "content", "id", "file name", "metadata.<path>", or "metadata key" (with its number, not its name).
        entity_id, entity_type: whose value it is; None if the text differs from the original outside of the spans.
    """

    source: str
    field: str
    entity_id: str | None
    entity_type: str | None


class _Found(NamedTuple):
    """What stands in one document: leaks by their fields, and how many near misses of a kind."""

    name: PlaceName
    leaks: list[tuple[str, MaskedEntity | None]]
    near: Counter[_NearMiss]


class Check:
    """Looks at one document after the other, and holds none.

    Args:
        masked: all masked entities of the corpus.
        rename_key: secret of the corpus, to give ids and file names keyed pseudonyms; None to leave them.
    """

    def __init__(self, masked: Sequence[MaskedEntity], search: Search, rename_key: bytes | None = None) -> None:
        self._leaks, self._search = LeakSearch(masked), search
        self._renaming = Renaming(rename_key) if rename_key else None
        self._places = NamedPlaces()
        #: Names that hold nothing, whoever is mentioned: keys of metadata are the same in many documents.
        self._clean: set[str] = set()
        self._found: list[_Found] = []

    def looked_at(self, one: RedactedDocument, mentioned: Collection[str]) -> RedactedDocument:
        """A document as it leaves, under its pseudonym if it gets one.

        Args:
            mentioned: ids of the entities that its original mentions.
        """
        if self._renaming:
            one = replace(one, document=self._renaming.renamed(one.document))
        source, ids = one.document.source, frozenset(mentioned)
        self._places.see(source)
        leaks, near = self._leaks.leaks_of(one, ids), self._near_misses(one, ids)
        if leaks or near:
            name = self._places.name(source, value_in_part(self._leaks, self._search, ids))
            self._found.append(_Found(name, leaks, near))
        return one

    def passed(self, *, strict: bool) -> list[NearMiss]:
        """Direct identifiers in disguise where nothing is replaced, once all documents were looked at.

        Raises:
            LeakFound: a masked value still stands in a document, a text differs beside what was replaced, or with
                `strict` a direct identifier stands in disguise.
        """
        if leaks := self.leaks():
            raise LeakFound(*_message(leaks, renamed=self._renaming is not None))
        near = [
            NearMiss(source=self._places.shown(found.name), field=field, form=form, certain=certain, count=count)
            for found in self._found
            for (field, form, certain), count in sorted(found.near.items())
        ]
        if strict and near:
            raise LeakFound(*_near_message(near))
        return near

    def leaks(self) -> list[Leak]:
        """Values that had to go and still stand, once all documents were looked at."""
        return [
            Leak(
                self._places.shown(found.name),
                shown_field(field, keys_tell=_keys_tell(field for field, _ in found.leaks)),
                entity.id if entity else None,
                entity.type if entity else None,
            )
            for found in self._found
            for field, entity in found.leaks
        ]

    def _near_misses(self, one: RedactedDocument, ids: frozenset[str]) -> Counter[_NearMiss]:
        """What stays: in ids, file names and keys of metadata, and what may mean somebody else."""
        hits = {
            (name.field, match.disguise or "", certain, match.entity.id)
            for name in names_of(one.document)
            if not self._is_clean(name.text)
            for near in (self._search.near(name.text, ids),)
            for certain, matches in ((True, near.matches), (False, near.doubtful))
            for match in matches
        }
        found = Counter((field, form, certain) for field, form, certain, _ in hits)
        keys_tell = _keys_tell(field for field, _, _ in found)
        found.update((shown_field(field, keys_tell=keys_tell), form, False) for field, form in one.doubtful)
        return found

    def _is_clean(self, text: str) -> bool:
        if text in self._clean:
            return True
        is_clean = not any(map(len, self._search.near(text, self._search.everybody)))
        if is_clean and len(self._clean) < _MOST_CLEAN:
            self._clean.add(text)
        return is_clean


def needs_rename(store: Store, profile: Profile) -> bool:
    """Whether a masked value stands in an id or a file name, so that an export without `--rename` would be refused.

    Raises:
        ConfigurationError: a type that the profile lacks.
    """
    masked, mentioned_in = masked_entities(store, profile)
    leaks = LeakSearch(masked)
    nodes = nodes_with_wholes(store)
    nodes = nodes[nodes["state"] == "extracted"]
    mentioned, paths = defaultdict[str, set[str]](set), dict[str, str]()
    for node, whole, source in nodes[["source_id", "whole", "source"]].itertuples(index=False, name=None):
        mentioned[whole] |= mentioned_in.get(node, set())
        paths[whole] = Source.model_validate_json(source).path
    return any(
        any(leaks.entities_in(name, frozenset(mentioned[whole])))
        for whole, path in paths.items()
        for name in names_of_file(whole, path)
    )


def _keys_tell(fields: Iterable[str]) -> bool:
    return any(field.startswith("metadata key") for field in fields)


def _message(leaks: Sequence[Leak], renamed: bool) -> tuple[str, list[str]]:
    values = sum(leak.entity_type is not None for leak in leaks)
    found = []
    if values:
        found.append(counted(values, "value", verb=("that had to go still stands", "that had to go still stand")))
    if differ := len(leaks) - values:
        verb = ("differs", "differ")
        found.append(f"{counted(differ, 'text', verb=verb)} from the original where nothing was replaced")
    places = Counter(
        (leak.source, leak.field, leak.entity_type or "text outside of what was replaced") for leak in leaks
    )
    lines = _listed([f"{source}, {field}: {kind} ({times})" for (source, field, kind), times in places.items()])
    fields = {leak.field for leak in leaks}
    if not renamed and fields & set(NAMES):
        lines.append("ids or file names leak: export with --rename")
    if any(field.startswith("metadata key") for field in fields):
        lines.append("names of metadata entries leak: rename them in the input, or list the value under never_mask")
    if any(field == "content" or field.startswith(("metadata.", "metadata value")) for field in fields):
        lines.append(
            "texts or metadata leak: run `sanon redact` and export again; if that does not help, it is a defect"
        )
    return f"{'; '.join(found)}; nothing was written", lines


def _near_message(near: list[NearMiss]) -> tuple[str, list[str]]:
    heading = counted(sum(one.count for one in near), "direct identifier", verb=("stands", "stand"))
    lines = _listed([f"{one.source}, {one.field}: {one.form} ({one.count})" for one in near])
    if any(one.certain for one in near):
        lines.append("ids and file names: export with --rename; names of metadata entries: rename them in the input")
    if not all(one.certain for one in near):
        lines.append("texts: what may be somebody else's name is masked by always_mask, and stays without --strict")
    return f"{heading} in disguise where nothing is replaced; nothing was written", lines


def _listed(places: list[str]) -> list[str]:
    """The first places, and how many more there are."""
    more = len(places) - _PLACES_SHOWN
    return [*places[:_PLACES_SHOWN], *([f"and {counted(more, 'more place')}"] if more > 0 else [])]
