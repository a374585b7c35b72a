"""The operators that look at no value: its label, [REDACTED], a sentence that does without it, or what stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanon.replacement.operators.base import Operator, Place, Remains, Target

if TYPE_CHECKING:
    from sanon.replacement.masked import MaskedEntity


class TypeLabel(Operator):
    """The type says what stood there: Utku Karaarslan -> [NAME].

    Where a document has several of a type they are numbered in the order in which it names them: [NAME_1], [NAME_2].
    The numbers begin anew in each document, so that they link none.
    """

    name = "type-label"
    summary = "the type of the value, such as [NAME]; nothing else remains"
    reads_values = False
    is_label = is_numbered = True

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[TYPE]`."""
        return f"[{target.type}]"

    @classmethod
    def in_place(cls, entity: MaskedEntity, place: Place) -> str:
        """The label, with its number."""
        label = entity.replacement
        return f"{label.removesuffix(']')}_{place.number}]" if place.number else label


class Redacted(Operator):
    """Nothing says what stood there: Utku Karaarslan -> [REDACTED]."""

    name = "redacted"
    summary = "[REDACTED]; nothing else remains"
    reads_values = False
    is_label = True

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[REDACTED]`."""
        return "[REDACTED]"


class Rewrite(TypeLabel):
    """A sentence that does without the value, by a language model: in Kars he fell -> He fell there.

    Made when documents are exported, from the sentence with labels (`sanon.replacement.rewriting`); where no sentence
    passes the checks, and in metadata, the label stays.
    """

    name = "rewrite"
    summary = "a sentence in other words, without the value"
    is_label = False
    rewrites = True


class Keep(Operator):
    """The value stays, and all of it counts: Utku Karaarslan -> Utku Karaarslan.

    Nothing of such a type is masked, also if it is direct; what `always_mask` names gets its label all the same.
    """

    name = "keep"
    summary = "the value itself; it stays readable and counts as a risk"
    remains = Remains.VALUE
    reads_values = False

    def replacement(self, target: Target, attempt: int = 0) -> None:
        """Nothing stands in place of what stays."""
        return
