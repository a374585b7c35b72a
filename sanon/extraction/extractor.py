"""What an extractor is, and how its findings become mentions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from sanon.records import Document, Entity, Finding, Mention


class Extractor(Protocol):
    """Says which entities it sees in a document."""

    name: str

    def extract(self, document: Document) -> list[Finding]:
        """Findings over the content and the texts in the metadata.

        Raises:
            ExtractionError: it could not be done; the document stays pending.
        """


def mentions_of(source_id: str, findings: Iterable[Finding]) -> list[Mention]:
    """One mention per entity, with the largest relevance and all spellings, in the order of the entity ids."""
    by_entity: dict[Entity, list[Finding]] = {}
    for finding in findings:
        by_entity.setdefault(Entity(finding.normalized_value, finding.entity_type), []).append(finding)
    return [
        Mention(
            source_id=source_id,
            entity=entity,
            relevance=max(finding.relevance for finding in found),
            original_values=tuple(sorted({finding.original_value for finding in found})),
            found_by=tuple(sorted({finding.found_by for finding in found})),
        )
        for entity, found in sorted(by_entity.items(), key=lambda item: item[0].id)
    ]
