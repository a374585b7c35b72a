"""Near misses that cannot be replaced: direct identifiers in disguise in ids, file names and keys of metadata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from sanon.audit.leakcheck import NAMES, names_of, source_of
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.search import Search
from sanon.results import NearMiss


def near_misses_in_names(
    redacted: Iterable[tuple[RedactedDocument, Collection[str]]], masked: Sequence[MaskedEntity]
) -> list[NearMiss]:
    """Look through what is never replaced.

    Args:
        redacted: each document as it will be written, with the ids of the entities that its original mentions.
        masked: all masked entities of the corpus.
    """
    search = Search(masked)
    found: list[NearMiss] = []
    for number, (one, mentioned) in enumerate(redacted, start=1):
        hits = {
            (name.field, match.disguise or "", match.entity.id)
            for name in names_of(one.document)
            for match in search.near(name.text, mentioned)
        }
        places = Counter((field, form) for field, form, _ in hits)
        tell = any(field in NAMES for field, _ in places)
        source = f"document {number}" if tell else source_of(one.document)
        found += [
            NearMiss(source=source, field=field, form=form, count=count)
            for (field, form), count in sorted(places.items())
        ]
    return found
