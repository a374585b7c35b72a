"""The leak check of an export, on documents that no export writes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sanon.export.checking import Check, Leak
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.search import Search


def find_leaks(
    redacted: Iterable[tuple[RedactedDocument, Collection[str]]], masked: Sequence[MaskedEntity]
) -> list[Leak]:
    """Values of masked entities that had to go from documents, each with the ids of what its original mentions."""
    check = Check(masked, Search([]))
    for one, mentioned in redacted:
        check.looked_at(one, mentioned)
    return check.leaks()
