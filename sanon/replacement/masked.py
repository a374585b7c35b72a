"""The records of this room: what is to be masked, and where it was."""

from __future__ import annotations

from dataclasses import dataclass

from sanon.profile import NormalForm
from sanon.records import Document
from sanon.replacement.titles import is_common, without_title


@dataclass(frozen=True, slots=True)
class Sought:
    """Values of one entity that are searched for.

    Attributes:
        id: id of the entity.
        original_values: the spellings found in the corpus.
        weight: weight of the type; the heavier of two entities names a span that both claim.
        direct: a direct identifier, searched in every document and not only where it is mentioned.
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

        Except what is left of a name when its title goes, if that is a common word: "Mr May" is searched in all
        documents, "May" only in those that mention him.
        """
        if not self.direct:
            return ()
        found = frozenset(self.original_values)
        return tuple(value for value in self.search_values if value in found or not is_common(value))


@dataclass(frozen=True, slots=True)
class MaskedEntity(Sought):
    """An entity that a decision masks.

    Attributes:
        type: its type in the profile.
        operator: name of the operator that made the replacement.
        replacement: what stands in place of every spelling.
    """

    type: str
    operator: str
    replacement: str


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of an original text that was replaced.

    Attributes:
        field: "content", or "metadata." and the dotted path of a value.
        start, end: code points of the unchanged text.
        entity_id, entity_type, operator, replacement: of the entity that names the span.
    """

    field: str
    start: int
    end: int
    entity_id: str
    entity_type: str
    operator: str
    replacement: str


@dataclass(frozen=True, slots=True)
class RedactedDocument:
    """A document after replacement.

    Attributes:
        document: same id and source, redacted content and metadata.
        spans: what was replaced, by field and place.
    """

    document: Document
    spans: tuple[Span, ...]
