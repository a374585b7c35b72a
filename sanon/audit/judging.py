"""Leaks and near misses of an export, by what was replaced in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sanon.audit.exported import Replaced
from sanon.audit.leakcheck import NAMES, LeakSearch, names_of, shown_field, value_in_part
from sanon.audit.naming import NamedPlaces
from sanon.audit.places import places
from sanon.replacement.masked import RedactedDocument
from sanon.replacement.search import Search
from sanon.results.audit import DisguisedPlace, LeakingPlace
from sanon.text.matching import Matcher

_NOBODY: frozenset[str] = frozenset()


class Judgement(NamedTuple):
    """What stands that had to go."""

    leaks: list[LeakingPlace]
    near_misses: list[DisguisedPlace]


def judge(documents: Sequence[RedactedDocument], replaced: Replaced) -> Judgement:
    """Look for what was replaced elsewhere, as it is and in disguise, outside of what was replaced."""
    masked = replaced.masked
    leak_search, near_search, matcher = LeakSearch(masked, replaced.forms), Search(masked), Matcher(masked)
    leaks: list[LeakingPlace] = []
    near_misses: list[DisguisedPlace] = []
    named = NamedPlaces()
    for one in documents:
        named.see(one.document.source)
    for one in documents:
        ids = frozenset(replaced.mentioned.get(one.document.source_id, _NOBODY))
        found = Counter(field for field, _ in leak_search.leaks_of(one, ids))
        near: Counter[tuple[str, str, bool]] = Counter()
        for field, text in _texts(one):
            misses = near_search.near(text, ids, matcher.find(text, ids))
            near.update((field, match.disguise or "", True) for match in misses.matches)
            near.update((field, match.disguise or "", False) for match in misses.doubtful)
        fields = {*found, *(field for field, _, _ in near)}
        keys_tell = any(field.startswith("metadata key") for field in fields)
        name = one.document.source_id
        if fields & set(NAMES):
            name = named.shown(named.name(one.document.source, value_in_part(leak_search, near_search, ids)))
        leaks += [
            LeakingPlace(source_id=name, field=shown_field(field, keys_tell=keys_tell), count=count)
            for field, count in sorted(found.items())
        ]
        near_misses += [
            DisguisedPlace(
                source_id=name, field=shown_field(field, keys_tell=keys_tell), form=form, certain=certain, count=count
            )
            for (field, form, certain), count in sorted(near.items())
        ]
    return Judgement(leaks, near_misses)


def _texts(one: RedactedDocument) -> Iterator[tuple[str, str]]:
    """Fields and what stands in them outside of the spans; the whole of names."""
    for place in places(one):
        yield place.field, place.outside
    for name in names_of(one.document):
        yield name.field, name.text
