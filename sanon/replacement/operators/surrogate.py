"""The operators whose stand-ins read like values: one for the corpus, or one for each document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError
from sanon.replacement.operators.base import Operator, Place, Remains, Target
from sanon.replacement.operators.labels import TypeLabel
from sanon.replacement.surrogates import SurrogateCorpus, in_form, shows

if TYPE_CHECKING:
    from sanon.replacement.masked import MaskedEntity


class Surrogate(Operator):
    """A stand-in of the same form, language and gender: Utku Karaarslan -> Deniz Aksu, Ms Doe -> Ms Weber.

    Names agree in all their variants and in e-mail addresses, telephone numbers are nobody's, check digits are valid,
    dates move by one offset a person. What would be a false statement (a diagnosis, a fact) gets its label. The corpus
    sees to it that stand-ins differ, where they must.

    Raises:
        ConfigurationError: there is no corpus.
    """

    name = "surrogate"
    summary = "a realistic stand-in, the same wherever the value stood"
    remains = Remains.LINK
    stands_in = True
    by_document = "surrogate-by-document"

    def __init__(self, key: bytes | None = None, corpus: SurrogateCorpus | None = None) -> None:
        super().__init__(key, corpus)
        if corpus is None:
            raise ConfigurationError("the operator surrogate needs the values and the secret key of the corpus")
        self._stand_in = corpus.stand_in

    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the stand-in in the normal form of the type."""
        return self._stand_in(target)

    @classmethod
    def in_place(cls, entity: MaskedEntity, place: Place) -> str:
        """The stand-in in the form of a spelling; its label where the stand-in would show the spelling itself."""
        made = in_form(entity.normal_form, entity.value, entity.replacement, place.spelling)
        if not shows(made, place.spelling):
            return made
        return f"[{entity.type}]" if shows(entity.replacement, place.spelling) else entity.replacement


class DocumentSurrogate(Surrogate):
    """A surrogate that is another one in each document: Utku Karaarslan -> Deniz Aksu here, Emre Tekin there.

    Nothing says that two documents mention the same. The stand-ins are made when documents are exported; until then an
    entity that has one has its label.
    """

    name = "surrogate-by-document"
    summary = "a realistic stand-in, another one in each document, so that it links none"
    remains = Remains.NOTHING
    scope = "document"

    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the label, if a document can have a stand-in for it."""
        return TypeLabel().replacement(target) if super().replacement(target) is not None else None
