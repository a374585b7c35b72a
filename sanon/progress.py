"""Progress: how long work is shown, told by whoever watches; a room that works knows no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Shows how far work has come."""

    def __call__(self, items: Iterable[T], what: str, total: int) -> Iterable[T]:
        """Give the items on, one by one, while they are worked on.

        Args:
            items: documents, chains or whatever is worked on.
            what: what is done with them, such as "extract".
            total: how many there are; 0 if nobody knows.
        """
        ...


def silent(items: Iterable[T], what: str, total: int) -> Iterable[T]:
    """Progress that nobody watches."""
    return items


@contextmanager
def working(progress: Progress, what: str) -> Iterator[None]:
    """Show that work goes on of which nobody knows how long it takes.

    Args:
        what: is done, such as "choosing masks".
    """
    items = iter(progress((None,), what, 0))
    next(items, None)
    try:
        yield
    finally:
        next(items, None)


_WITHIN_AN_ITEM: ContextVar[Progress] = ContextVar("within an item", default=silent)


@contextmanager
def watched_within(progress: Progress) -> Iterator[None]:
    """Let what works on an item, such as a very long document, show how far it has come within it.

    Args:
        progress: shows it, below the progress of the items.
    """
    before = _WITHIN_AN_ITEM.set(progress)
    try:
        yield
    finally:
        _WITHIN_AN_ITEM.reset(before)


def within_an_item() -> Progress:
    """Progress within the item that is worked on, if somebody watches it; in this thread."""
    return _WITHIN_AN_ITEM.get()
