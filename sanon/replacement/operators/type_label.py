"""The operator type-label."""

from __future__ import annotations

from sanon.replacement.operators.base import Operator
from sanon.replacement.target import Target


class TypeLabel(Operator):
    """The type says what stood there: Utku Karaarslan -> [NAME]."""

    name = "type-label"
    summary = "the type of the value, such as [NAME]; nothing else remains"
    reads_values = False
    is_label = True

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[TYPE]`."""
        return f"[{target.type}]"
