"""The operator keep."""

from __future__ import annotations

from sanon.replacement.operators.base import Operator, Remains
from sanon.replacement.target import Target


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
