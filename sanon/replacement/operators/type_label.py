"""The operator type-label."""

from __future__ import annotations

from sanon.replacement.operators.contract import Remains, Target


class TypeLabel:
    """The type says what stood there: Utku Karaarslan -> [NAME]."""

    name = "type-label"
    remains = Remains.NOTHING
    unique = False

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[TYPE]`."""
        return f"[{target.type}]"
