"""The operator redacted."""

from __future__ import annotations

from sanon.replacement.operators.base import Operator
from sanon.replacement.target import Target


class Redacted(Operator):
    """Nothing says what stood there: Utku Karaarslan -> [REDACTED]."""

    name = "redacted"
    summary = "[REDACTED]; nothing else remains"
    reads_values = False
    is_label = True

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give `[REDACTED]`."""
        return "[REDACTED]"
