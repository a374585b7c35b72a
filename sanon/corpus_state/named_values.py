"""Values that rules of a policy look for everywhere become entities, also where no extractor found them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from sanon.corpus_state.stored_corpus import held_mentions
from sanon.errors import ConfigurationError
from sanon.graph.rows import mention_rows
from sanon.graph.store import Store
from sanon.records import NAMED_BY_POLICY, Document, Entity, Mention
from sanon.resolution.mentions import Mentions, joined_mentions
from sanon.resolution.normal_forms import normalize
from sanon.settings.profile import Profile
from sanon.settings.rules import Rules
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity


def missing_mentions(store: Store, rules: Rules, profile: Profile) -> Mentions:
    """What extracted documents hold of values that rules look for everywhere, and do not mention in that spelling.

    Returns:
        Only the missing mentions; relevance 1, since a person says that the value tells of somebody.

    Raises:
        ConfigurationError: a rule names a type that the profile lacks.
    """
    named = entities_named(rules, profile)
    if not named:
        return {}
    matcher, spelled = matcher_of(named), defaultdict[tuple[str, str], set[str]](set)
    held = store.mentioned_values()[["source_id", "entity_id", "original_values"]]
    for source_id, entity_id, values in held.itertuples(index=False, name=None):
        if entity_id in named:
            spelled[source_id, entity_id].update(values)
    missing: Mentions = {}
    for document, state in store.documents():
        found = spellings(document, matcher) if state == "extracted" else {}
        for entity_id, values in found.items():
            if new := values - spelled[document.source_id, entity_id]:
                missing.setdefault(document.source_id, []).append(
                    Mention(document.source_id, named[entity_id][0], 1.0, tuple(sorted(new)), (NAMED_BY_POLICY,))
                )
    return missing


def add_mentions(store: Store, missing: Mentions, profile: Profile) -> None:
    """Write mentions beside those that the graph holds of the same documents."""
    entities = store.entities()
    nodes = store.document_risks()["source_id"].tolist()
    held = held_mentions(store, entities, dict(zip(nodes, nodes, strict=True)))
    joined = [
        mention
        for source_id, found in sorted(missing.items())
        for mention in joined_mentions(source_id, [*held.get(source_id, ()), *found])
    ]
    with store.transaction():
        store.delete_mentions(missing)
        store.upsert_mentions(*mention_rows(joined, profile.weights))


def entities_named(rules: Rules, profile: Profile) -> dict[str, tuple[Entity, str]]:
    """Entity id -> entity and spelling of each value that rules look for everywhere.

    Raises:
        ConfigurationError: a rule names a type that the profile lacks.
    """
    named = {}
    for rule in rules.always_mask:
        if rule.everywhere and rule.type and rule.value:
            if rule.type not in profile.types:
                raise ConfigurationError(f"the policy names types that profile {profile.name} lacks: {rule.type}")
            entity = Entity(normalize(rule.value, profile.types[rule.type].normal_form), rule.type)
            named[entity.id] = entity, rule.value
    return named


def matcher_of(named: Mapping[str, tuple[Entity, str]]) -> Matcher[SearchedEntity]:
    """Finds the spellings as whole words, upper or lower case; everyday words too, since a person asks for them."""
    return Matcher(
        [
            SearchedEntity(entity_id, (spelling,), weight=1.0, corpus_wide=True, normal_form="text")
            for entity_id, (_, spelling) in named.items()
        ]
    )


def spellings(document: Document, matcher: Matcher[SearchedEntity]) -> dict[str, set[str]]:
    """Entity id -> how its value stands in content and metadata of a document."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for text in document.texts():
        for match in matcher.occurrences(text, ()):
            found[match.entity.id].add(text[match.start : match.end])
    return dict(found)
