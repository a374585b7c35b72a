"""What one document reveals of a person is looked for in all documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sanon.profile import Profile
from sanon.records import Document, Entity, Mention
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.matching import Matcher

FOUND_BY = "corpus search"


def spread_direct_identifiers(
    documents: Iterable[Document], mentions: Mapping[str, list[Mention]], profile: Profile
) -> dict[str, list[Mention]]:
    """Mentions of direct identifiers wherever one of their values stands as a whole word and no extractor saw it.

    One pass over the corpus, case-insensitive. Relevance is the largest that the entity has anywhere.

    Args:
        documents: all documents whose extraction is finished.
        mentions: what extractors found, by source id.
        profile: says which types are direct identifiers.

    Returns:
        Only the additional mentions, by source id.
    """
    values: dict[Entity, set[str]] = {}
    relevance: dict[Entity, float] = {}
    for found in mentions.values():
        for mention in found:
            if profile.types[mention.entity.type].direct:
                values.setdefault(mention.entity, set()).update(mention.original_values)
                relevance[mention.entity] = max(mention.relevance, relevance.get(mention.entity, 0.0))
    entity_of = {entity.id: entity for entity in values}
    matcher = Matcher([sought(entity, spellings, profile) for entity, spellings in values.items()])
    additional: dict[str, list[Mention]] = {}
    for document in documents:
        known = {mention.entity for mention in mentions.get(document.source_id, ())}
        spellings_here: dict[Entity, set[str]] = {}
        for text in document.texts():
            for match in matcher.occurrences(text, ()):
                entity = entity_of[match.entity.id]
                if entity not in known:
                    spellings_here.setdefault(entity, set()).add(text[match.start : match.end])
        if spellings_here:
            additional[document.source_id] = [
                Mention(document.source_id, entity, relevance[entity], tuple(sorted(spellings)), (FOUND_BY,))
                for entity, spellings in sorted(spellings_here.items(), key=lambda item: item[0].id)
            ]
    return additional


def sought(entity: Entity, spellings: Iterable[str], profile: Profile) -> MaskedEntity:
    """An entity as it is searched for in all documents."""
    kind = profile.types[entity.type]
    return MaskedEntity(
        id=entity.id,
        type=entity.type,
        weight=kind.weight,
        direct=True,
        normal_form=kind.normal_form,
        original_values=tuple(sorted(spellings)),
        operator="",
        replacement="",
    )
