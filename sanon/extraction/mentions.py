"""How findings become mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sanon.errors import ExtractionError
from sanon.records import Entity, Finding, Mention, common_person

#: Characters of the longest value that is looked for in all documents: what is longer is no name and no number, and the
#: search takes a time that grows with the square of it.
LONGEST = 1_000
_WORD = re.compile(r"\S+")


def bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The same; a value longer than LONGEST in pieces, cut between words, each an entity of its own.

    Raises:
        ExtractionError: one of its words alone is longer.
    """
    for finding in findings:
        if len(finding.original_value) <= LONGEST:
            yield finding
            continue
        for piece in _pieces(finding.original_value):
            if len(piece) > LONGEST:
                raise ExtractionError(
                    f"a value of the type {finding.entity_type} is one word of {len(piece):,} characters"
                )
            yield replace(finding, original_value=piece, normalized_value=" ".join(piece.casefold().split()))


def _pieces(value: str) -> Iterator[str]:
    begin = end = 0
    for word in _WORD.finditer(value):
        if word.end() - begin > LONGEST and end > begin:
            yield value[begin:end]
            begin = word.start()
        end = word.end()
    yield value[begin:end]


def mentions_of(source_id: str, findings: Iterable[Finding]) -> list[Mention]:
    """One mention per entity, with the largest relevance and all spellings, in the order of the entity ids."""
    by_entity: dict[Entity, list[Finding]] = {}
    for finding in findings:
        by_entity.setdefault(Entity(finding.normalized_value, finding.entity_type), []).append(finding)
    return [
        _mention(source_id, entity, found) for entity, found in sorted(by_entity.items(), key=lambda item: item[0].id)
    ]


def _mention(source_id: str, entity: Entity, found: list[Finding]) -> Mention:
    if len(found) == 1:  # as nearly all are; a fifth of the time
        one = found[0]
        return Mention(
            source_id, entity, one.relevance, (one.original_value,), (one.found_by,), one.person, one.confidence
        )
    return Mention(
        source_id=source_id,
        entity=entity,
        relevance=max(finding.relevance for finding in found),
        original_values=tuple(sorted({finding.original_value for finding in found})),
        found_by=tuple(sorted({finding.found_by for finding in found})),
        person=common_person(found),
        confidence=max(finding.confidence for finding in found),
    )
