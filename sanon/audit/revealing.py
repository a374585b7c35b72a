"""Names and remarks that hold a value of an entity."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sanon.audit.leakcheck import leaking_names
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.search import Search


def revealing(texts: Collection[str], entities: Sequence[MaskedEntity]) -> set[str]:
    """Give the texts in which a value stands, as it is or in disguise.

    Args:
        texts: ids, file names, remarks.
        entities: all that are looked for, masked or not.
    """
    search, ids = Search(entities), frozenset(entity.id for entity in entities)
    return leaking_names(texts, entities) | {text for text in texts if search.find(text, ids)}
