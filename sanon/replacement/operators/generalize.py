"""The operator generalize."""

from __future__ import annotations

from sanon.replacement.operators.contract import Remains, Target


class Generalize:
    """A coarser true value, as fine as the policy allows: 12 March 2019 -> [March 2019], else the label.

    How coarse is decided after the masks are chosen (`sanon.selection.softening`), since every document and chain must
    still meet the policy; until then a value has its label.
    """

    name = "generalize"
    remains = Remains.COARSER
    unique = False

    def replacement(self, target: Target, attempt: int = 0) -> None:
        """Nothing by itself."""
        return


def shown(text: str) -> str:
    """How a coarser value stands in a text: in brackets, so that nobody takes it for the author's words."""
    return f"[{text}]"
