"""The operator keep."""

from __future__ import annotations

from sanon.replacement.operators.contract import Remains, Target


class Keep:
    """The value stays, and all of it counts: Utku Karaarslan -> Utku Karaarslan.

    Nothing of such a type is masked, also if it is direct; what `always_mask` names gets its label all the same.
    """

    name = "keep"
    remains = Remains.VALUE
    unique = False

    def replacement(self, target: Target, attempt: int = 0) -> None:
        """Nothing stands in place of what stays."""
        return
