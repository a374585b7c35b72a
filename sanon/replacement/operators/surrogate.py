"""The operator surrogate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanon.errors import ConfigurationError
from sanon.replacement.operators.base import Operator, Place, Remains
from sanon.replacement.surrogates import SurrogateCorpus, in_form, shows
from sanon.replacement.target import Target

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
