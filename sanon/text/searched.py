"""Entities whose values are searched for in texts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from sanon.settings.profile import EntityType, NormalForm
from sanon.text import lexicons
from sanon.text.frequencies import zipf_somewhere
from sanon.text.titles import is_common, without_title

_SHORTEST_ID = 3
_LONGEST_INITIALS = 3
#: A town of so many thousand people is meant more often than a person of its name.
_CITY = 1_000
#: From this zipf value on a word of some language that no list has as a name is that word in other documents ("truco").
_WORD = 4.0


@dataclass(frozen=True, slots=True)
class SearchedEntity:
    """Values of one entity that are searched for.

    Attributes:
        original_values: the spellings found in the corpus.
        weight: weight of the type; the heavier of two entities names a span that both claim.
        corpus_wide: searched in every document and not only where it is mentioned.
        normal_form: normal form of the type; names are searched without their titles too.
    """

    id: str
    original_values: tuple[str, ...]
    weight: float
    corpus_wide: bool
    normal_form: NormalForm

    @classmethod
    def of_type(cls, entity_id: str, kind: EntityType, spellings: Iterable[str]) -> SearchedEntity:
        """An entity of a type of the profile, which says whether it is searched in every document."""
        return SearchedEntity(entity_id, tuple(sorted(spellings)), kind.weight, kind.searched, kind.normal_form)

    @property
    def search_values(self) -> tuple[str, ...]:
        """The spellings in a document that mentions the entity: as found, and names without their titles."""
        if self.normal_form != "name":
            return self.original_values
        return tuple(dict.fromkeys((*self.original_values, *map(without_title, self.original_values))))

    @property
    def corpus_wide_values(self) -> tuple[str, ...]:
        """The spellings that are searched in every document.

        Except what would blacken the corpus: what is left of a name when its title goes, if that is a common word ("Mr
        May" is searched in all documents, "May" only in those that mention him); a name that is one word of everyday
        language, and no given name or surname ("School", as a part of "Handsworth School" that was taken for a person);
        initials ("PN"); and numbers of one or two figures.
        """
        if not self.corpus_wide:
            return ()
        if self.normal_form == "id":
            return tuple(value for value in self.search_values if sum(map(str.isalnum, value)) >= _SHORTEST_ID)
        found = frozenset(self.original_values)
        names = (value for value in self.search_values if value in found or not is_common(value))
        return tuple(value for value in names if self.normal_form != "name" or not _is_everyday(value))


@cache
def _is_everyday(name: str) -> bool:
    """Whether a name is one word of general language, a region, a city or initials rather than a name."""
    key = lexicons.fold(name)
    if len(key.split()) > 1:
        return False
    if key in lexicons.regions() or lexicons.places().get(key, 0) >= _CITY:
        return True
    if key in lexicons.names():
        return False
    initials = len(key) <= _LONGEST_INITIALS and (name.isupper() or name.islower())
    return initials or zipf_somewhere(key) >= _WORD
