"""Mentions of one document from several sources, or of several pieces of it, as one list."""

from __future__ import annotations

from sanon.records import Mention

#: Source id -> what the document mentions.
Mentions = dict[str, list[Mention]]


def joined_mentions(source_id: str, parts: list[Mention]) -> list[Mention]:
    """Mentions of a whole document from those of its chunks, in the order of the entity ids."""
    of_entity: dict[str, list[Mention]] = {}
    for mention in parts:
        of_entity.setdefault(mention.entity.id, []).append(mention)
    return [_joined(source_id, same) for _, same in sorted(of_entity.items())]


def _joined(source_id: str, same: list[Mention]) -> Mention:
    one = same[0]
    if len(same) == len(one.original_values) == len(one.found_by) == 1 and one.source_id == source_id:
        return one  # as nearly all are; a fifth of the time
    persons = {mention.person for mention in same}
    return Mention(
        source_id=source_id,
        entity=one.entity,
        relevance=max(mention.relevance for mention in same),
        original_values=tuple(sorted({value for mention in same for value in mention.original_values})),
        found_by=tuple(sorted({name for mention in same for name in mention.found_by})),
        person=persons.pop() if len(persons) == 1 else None,
        confidence=max(mention.confidence for mention in same),
    )
