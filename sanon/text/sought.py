"""What is searched for in texts."""

from __future__ import annotations

from dataclasses import dataclass

from sanon.settings.profile import NormalForm
from sanon.text.titles import is_common, without_title

_SHORTEST_ID = 3


@dataclass(frozen=True, slots=True)
class Sought:
    """Values of one entity that are searched for.

    Attributes:
        id: id of the entity.
        original_values: the spellings found in the corpus.
        weight: weight of the type; the heavier of two entities names a span that both claim.
        direct: searched in every document and not only where it is mentioned.
        normal_form: normal form of the type; names are searched without their titles too.
    """

    id: str
    original_values: tuple[str, ...]
    weight: float
    direct: bool
    normal_form: NormalForm

    @property
    def search_values(self) -> tuple[str, ...]:
        """The spellings in a document that mentions the entity: as found, and names without their titles."""
        if self.normal_form != "name":
            return self.original_values
        return tuple(dict.fromkeys((*self.original_values, *map(without_title, self.original_values))))

    @property
    def everywhere(self) -> tuple[str, ...]:
        """The spellings in every document: those of a direct identifier.

        Except what would blacken the corpus: what is left of a name when its title goes, if that is a common word ("Mr
        May" is searched in all documents, "May" only in those that mention him), and numbers of one or two figures.
        """
        if not self.direct:
            return ()
        if self.normal_form == "id":
            return tuple(value for value in self.search_values if sum(map(str.isalnum, value)) >= _SHORTEST_ID)
        found = frozenset(self.original_values)
        return tuple(value for value in self.search_values if value in found or not is_common(value))
