"""Near misses that stay: in ids, file names and keys of metadata, and what may mean somebody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from sanon.audit.leakcheck import names_of, shown_field
from sanon.audit.naming import NamedPlaces, PlaceName
from sanon.replacement.masked import RedactedDocument
from sanon.replacement.search import Search
from sanon.results.export import NearMiss

_MOST_CLEAN = 10_000


class NearMissesLeft:
    """Looks through what is never replaced, one document after the other, and holds no document.

    Args:
        search: of all masked entities of the corpus.
    """

    def __init__(self, search: Search) -> None:
        self._search = search
        #: Names that hold nothing, whoever is mentioned: keys of metadata are the same in many documents.
        self._clean: set[str] = set()
        self._places = NamedPlaces()
        self._found: list[tuple[PlaceName, Counter[tuple[str, str, bool]]]] = []

    def look(self, one: RedactedDocument, mentioned: Collection[str]) -> None:
        """Look through a document as it leaves; `mentioned`: ids of the entities that its original mentions."""
        self._places.see(one.document.source)
        hits = {
            (name.field, match.disguise or "", certain, match.entity.id)
            for name in names_of(one.document)
            if not self._is_clean(name.text)
            for near in (self._search.near(name.text, mentioned),)
            for certain, matches in ((True, near.matches), (False, near.doubtful))
            for match in matches
        }
        places = Counter((field, form, certain) for field, form, certain, _ in hits)
        keys_tell = any(field.startswith("metadata key") for field, _, _ in places)
        for field, form in one.doubtful:
            places[shown_field(field, keys_tell=keys_tell), form, False] += 1
        if places:
            name = self._places.name(
                one.document.source, lambda part: any(map(len, self._search.near(part, mentioned)))
            )
            self._found.append((name, places))

    def _is_clean(self, text: str) -> bool:
        if text in self._clean:
            return True
        is_clean = not any(map(len, self._search.near(text, self._search.everybody)))
        if is_clean and len(self._clean) < _MOST_CLEAN:
            self._clean.add(text)
        return is_clean

    def found(self) -> list[NearMiss]:
        """What was found."""
        return [
            NearMiss(source=self._places.shown(name), field=field, form=form, certain=certain, count=count)
            for name, places in self._found
            for (field, form, certain), count in sorted(places.items())
        ]
