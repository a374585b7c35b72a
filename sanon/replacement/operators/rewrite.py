"""The operator rewrite."""

from __future__ import annotations

from sanon.replacement.operators.contract import Remains, Target
from sanon.replacement.operators.type_label import TypeLabel


class Rewrite:
    """A sentence that does without the value, by a language model: in Kars he fell -> He fell there.

    Made when documents are exported, from the sentence with labels (`sanon.replacement.rewriting`); where no sentence
    passes the checks, and in metadata, the label stays.
    """

    name = "rewrite"
    remains = Remains.NOTHING
    unique = False

    def replacement(self, target: Target, attempt: int = 0) -> str:
        """Give the label, which the model gets to see in place of the value."""
        return TypeLabel().replacement(target)
