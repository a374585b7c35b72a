"""What every operator agrees to: what it is told of a value, what it gives, and what it leaves for an attacker."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from sanon.replacement.target import Target

__all__ = ["Operator", "Remains", "Target"]


class Remains(StrEnum):
    """What stays in the numbers of a value that an operator replaced."""

    NOTHING = "nothing"
    #: The same token in two documents still links them.
    LINK = "link"
    #: A value that is true of more.
    COARSER = "coarser value"
    VALUE = "value"


class Operator(Protocol):
    """Makes the replacement of an entity; the same one wherever the entity stands.

    Attributes:
        name: as on the command line.
        remains: what it leaves.
        unique: whether two entities must not have the same replacement.
    """

    name: str
    remains: Remains
    unique: bool

    def replacement(self, target: Target, attempt: int = 0) -> str | None:
        """Give the replacement.

        Args:
            target: the entity.
            attempt: counts up while others have what was given; only if `unique`.

        Returns:
            The replacement, or None if the operator has none for such a value: then it gets its label.
        """
        ...
