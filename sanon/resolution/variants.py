"""One person, one entity, over the whole corpus: "Ms Doe" in one document is the only Doe of the others.

What an extractor found in a document is never lost: a mention that is filed under a longer name keeps its spellings,
and its own name follows from them. So each load decides anew, from the names of the whole corpus, and the order of
the documents does not matter.
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from sanon.records import Mention
from sanon.resolution.mentions import joined_mentions
from sanon.resolution.persons import fullest, unify, unify_in_corpus
from sanon.settings.profile import Profile

FOUND_BY = "name variant"

#: Type -> name -> the person's name.
Persons = Mapping[str, Mapping[str, str]]


def join_in_document(source_id: str, found: list[Mention], profile: Profile) -> list[Mention]:
    """The mentions of one document, "Ms Doe" joined with the one Doe that it names in full.

    Args:
        found: one mention of each entity, by entity id; so they come back.
        profile: says which types are names.
    """
    persons = _persons_by_type(found, profile, unify)
    named = [mention if mention.is_given else _named(mention, persons) for mention in found]
    if all(map(operator.is_, named, found)):
        return found
    return joined_mentions(source_id, named)


def join_name_variants(mentions: Mapping[str, list[Mention]], profile: Profile) -> dict[str, list[Mention]]:
    """File each name under the one person of the corpus that it can be, and take back what is no longer certain.

    A name stays its own where it fits two persons; where the document itself tells the two apart; and where its entity
    does not follow from its spellings, since it then could not be taken back.

    Args:
        mentions: of all documents, without those of the corpus search.
        profile: says which types are names.
    """
    own = {source_id: [_as_found(mention) for mention in found] for source_id, found in mentions.items()}
    persons = _persons_by_type((mention for found in own.values() for mention in found), profile, unify_in_corpus)
    return {source_id: _filed(found, persons) for source_id, found in own.items()}


def _persons_by_type(
    mentions: Iterable[Mention], profile: Profile, unified: Callable[[Iterable[str]], dict[str, str]]
) -> Persons:
    """What stands for each name; nothing for types that are no names."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        if profile.types[mention.entity.type].normal_form == "name":
            names[mention.entity.type].add(mention.entity.value)
    return {kind: unified(values) for kind, values in names.items()}


def _as_found(mention: Mention) -> Mention:
    """The mention as its document alone gives it."""
    if FOUND_BY not in mention.found_by:
        return mention
    return replace(
        mention,
        entity=mention.entity._replace(value=fullest(mention.original_values)),
        found_by=tuple(name for name in mention.found_by if name != FOUND_BY),
    )


def _filed(found: list[Mention], persons: Persons) -> list[Mention]:
    """The mentions of one document under the persons of the corpus, by entity id."""
    named = [_named(mention, persons) for mention in found]
    taken = Counter(mention.entity for mention in named)  # two names that the document keeps apart are not one person
    return sorted(
        (
            replace(new, found_by=tuple(sorted({*new.found_by, FOUND_BY})))
            if new.entity != old.entity
            and taken[new.entity] == 1
            and not old.is_given
            and fullest(old.original_values) == old.entity.value  # it can be taken back
            else old
            for old, new in zip(found, named, strict=True)
        ),
        key=lambda mention: mention.entity.id,
    )


def _named(mention: Mention, persons: Persons) -> Mention:
    entity = mention.entity
    person = persons.get(entity.type, {}).get(entity.value, entity.value)
    return mention if person == entity.value else replace(mention, entity=entity._replace(value=person))
