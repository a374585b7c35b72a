"""Progress: how long work is shown, told by whoever watches; a room that works knows no terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Shows how far work has come."""

    def __call__(self, items: Iterable[T], what: str, total: int) -> Iterable[T]:
        """Give the items on, one by one, while they are worked on.

        Args:
            items: documents, chains or whatever is worked on.
            what: what is done with them, such as "extract".
            total: how many there are.
        """
        ...


def silent(items: Iterable[T], what: str, total: int) -> Iterable[T]:
    """Progress that nobody watches."""
    return items
