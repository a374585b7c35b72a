"""How findings become mentions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from sanon.errors import ExtractionError
from sanon.records import Entity, Finding, Mention
from sanon.resolution.mentions import joined_mentions

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
    return joined_mentions(
        source_id,
        [
            Mention(
                source_id,
                Entity(one.normalized_value, one.entity_type),
                one.relevance,
                (one.original_value,),
                (one.found_by,),
                one.person,
                one.confidence,
            )
            for one in findings
        ],
    )
