"""What every operator is: what it is told of a value, what it gives, and what it leaves for an attacker."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from sanon.settings.masking import Scope
from sanon.settings.profile import NormalForm

if TYPE_CHECKING:
    from sanon.replacement.masked import MaskedEntity
    from sanon.replacement.surrogates import SurrogateCorpus


class Remains(StrEnum):
    """What stays in the numbers of a value that an operator replaced."""

    NOTHING = "nothing"
    #: The same token in two documents still links them.
    LINK = "link"
    #: A value that is true of more.
    COARSER = "coarser value"
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Target:
    """An entity that is to be replaced.

    Attributes:
        type: its type in the profile.
        value: its normalized value.
        spellings: as found in the corpus.
    """

    id: str
    type: str
    normal_form: NormalForm = "text"
    value: str = ""
    spellings: tuple[str, ...] = ()


class Place(NamedTuple):
    """Where a replacement is to stand.

    Attributes:
        spelling: the value as it stands there.
        before: the text before it, back to what was replaced last.
        behind: the text behind it, some characters of it.
        another: what stands for another value right before it, if a comma or an "and" joins them.
        number: of the entity among those of its type in the document, from 1; None if it is the only one.
    """

    spelling: str
    before: str = ""
    behind: str = ""
    another: str | None = None
    number: int | None = None


class Operator(ABC):
    """Makes the replacement of an entity. Each operator is a class in a module of this package, or of another package.

    Another package names its class by an entry point in the group `sanon.operators`.

    Attributes:
        name: as on the command line.
        summary: what a reader of the protected corpus sees, for help texts and reports.
        remains: what it leaves for an attacker.
        unique: whether two entities must not have the same replacement.
        reads_values: whether the replacement follows from the value; else `Target` holds id and type only.
        stands_in: whether the replacement reads like a value; it is then made with the values of the corpus.
        scope: "document" if the replacement is another one in each document, and made when that is exported.
        by_document: name of the operator that does the same in the scope of a document.
        is_label: whether the replacement is no word of anybody's text.
        is_numbered: whether the replacements are numbered within a document that has several of a type.
        rewrites: whether a language model reformulates the sentence when it is exported.

    Args:
        key: secret of the corpus.
        corpus: the values of the corpus; only if it `stands_in`.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    remains: ClassVar[Remains] = Remains.NOTHING
    unique: ClassVar[bool] = False
    reads_values: ClassVar[bool] = True
    stands_in: ClassVar[bool] = False
    scope: ClassVar[Scope] = "corpus"
    by_document: ClassVar[str | None] = None
    is_label: ClassVar[bool] = False
    is_numbered: ClassVar[bool] = False
    rewrites: ClassVar[bool] = False

    def __init__(self, key: bytes | None = None, corpus: SurrogateCorpus | None = None) -> None:
        self._key, self._corpus = key, corpus

    @abstractmethod
    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the replacement, the same one wherever the entity stands.

        Args:
            attempt: counts up while others have what was given; only if `unique`.

        Returns:
            The replacement, or None if the operator has none for such a value: then it gets its label.
        """

    @classmethod
    def in_place(cls, entity: MaskedEntity, place: Place) -> str:
        """What stands for an entity in one place."""
        return entity.replacement
