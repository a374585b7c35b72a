"""One value under several types: a date of birth that stands in the text again as the date of an event."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from sanon.settings.profile import Profile


def twins(entities: Iterable[tuple[str, str, str]], profile: Profile) -> list[tuple[str, ...]]:
    """Groups of entities with the same normal form, of the same kind, under different types.

    Who reads one of them knows the others: they are masked together.

    Args:
        entities: id, type and normalized value of each.
        profile: says of what kind the normal form of a type is.

    Returns:
        The ids of each group, sorted; groups of one are left out.
    """
    groups: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for entity_id, kind, value in entities:
        groups[profile.types[kind].normal_form, value].append(entity_id)
    return sorted(tuple(sorted(ids)) for ids in groups.values() if len(ids) > 1)
