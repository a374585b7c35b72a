"""What no extractor found, and somebody marks in a review."""

from __future__ import annotations

from collections.abc import Iterable

from sanon.corpus_state.named_values import entities_named, matcher_of, spellings
from sanon.errors import ConfigurationError
from sanon.records import Document
from sanon.review.answers import MarkedEntity
from sanon.settings.profile import Profile
from sanon.settings.rules import EntityRule, Rules
from sanon.text.searched import SearchedEntity


class MissedValues:
    """Those of one session."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._marked: dict[str, MarkedEntity] = {}

    @property
    def marked(self) -> list[MarkedEntity]:
        """As the page shows them."""
        return list(self._marked.values())

    @property
    def sought(self) -> list[SearchedEntity]:
        """What finds them in a text."""
        return [
            SearchedEntity(one.id, (one.value,), weight=1.0, corpus_wide=True, normal_form="text")
            for one in self.marked
        ]

    def found(self, entity_type: str, text: str, document: Document, documents: Iterable[Document]) -> MarkedEntity:
        """A text as it would be marked.

        Args:
            text: as it stands in the document, but for its blanks.
            documents: all documents, to say how many hold it.

        Raises:
            ConfigurationError: no such type, or the document does not hold the text as whole words.
        """
        value = " ".join(text.split())
        if entity_type not in self._profile.types:
            raise ConfigurationError(f"profile {self._profile.name} has no type {entity_type!r}")
        rule = EntityRule(type=entity_type, value=value or None, everywhere=bool(value))
        matcher = matcher_of(entities_named(Rules(always_mask=(rule,)), self._profile))
        if not spellings(document, matcher):
            raise ConfigurationError("the document does not hold this as whole words: select whole words")
        return MarkedEntity(
            id=f"missed {entity_type} {value.casefold()}",
            type=entity_type,
            value=value,
            masked=False,
            reason="no extractor found it: the next redact looks for it in all documents and masks it",
            documents=sum(bool(spellings(other, matcher)) for other in documents),
            decided="mask",
            missed=True,
        )

    def add(self, one: MarkedEntity) -> None:
        """Mark one."""
        self._marked[one.id] = one

    def named(self, marked: str | None) -> MarkedEntity | None:
        """The marked one of an id; None if there is none."""
        return self._marked.get(marked or "")

    def remove(self, one: MarkedEntity) -> None:
        """Take one back."""
        del self._marked[one.id]
