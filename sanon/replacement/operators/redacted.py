"""The operator redacted."""

from __future__ import annotations

from sanon.replacement.operators.contract import Remains, Target


class Redacted:
    """Nothing says what stood there: Utku Karaarslan -> [REDACTED]."""

    name = "redacted"
    remains = Remains.NOTHING
    unique = False

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[REDACTED]`."""
        return "[REDACTED]"
