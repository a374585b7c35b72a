"""Near misses that cannot be replaced: direct identifiers in disguise in ids, file names and keys of metadata."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from sanon.audit.leakcheck import names_of
from sanon.audit.naming import NamedPlaces, PlaceName
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.search import Search
from sanon.results import NearMiss


class NearMissesInNames:
    """Looks through what is never replaced, one document after the other, and holds none.

    Args:
        masked: all masked entities of the corpus.
    """

    def __init__(self, masked: Sequence[MaskedEntity]) -> None:
        self._search = Search(masked)
        self._places = NamedPlaces()
        self._found: list[tuple[PlaceName, Counter[tuple[str, str]]]] = []

    def look(self, one: RedactedDocument, mentioned: Collection[str]) -> None:
        """Look through a document as it leaves; `mentioned`: ids of the entities that its original mentions."""
        self._places.see(one.document.source)
        hits = {
            (name.field, match.disguise or "", match.entity.id)
            for name in names_of(one.document)
            for match in self._search.near(name.text, mentioned)
        }
        if hits:
            name = self._places.name(one.document.source, lambda part: any(self._search.near(part, mentioned)))
            self._found.append((name, Counter((field, form) for field, form, _ in hits)))

    def found(self) -> list[NearMiss]:
        """What was found."""
        return [
            NearMiss(source=self._places.shown(name), field=field, form=form, count=count)
            for name, places in self._found
            for (field, form), count in sorted(places.items())
        ]
