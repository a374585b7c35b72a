"""The operator type-label."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sanon.replacement.operators.base import Operator, Place
from sanon.replacement.target import Target

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
