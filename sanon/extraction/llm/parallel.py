"""Some documents at a time, in threads that an interruption does not wait for."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import TypeVar

from sanon.progress import Progress, silent

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int
) -> Iterator[tuple[Item, Result | Exception]]:
    """Each item with what became of it, as they get done.

    The threads are daemons: who presses Control+C does not wait for the answers that are under way, as he would with
    an executor of the standard library.

    Args:
        work: done for each item; what it raises is handed on as a result.
        workers: how many at a time.
    """
    waiting: SimpleQueue[Item] = SimpleQueue()
    done: SimpleQueue[tuple[Item, Result | Exception]] = SimpleQueue()
    abandoned = threading.Event()
    for item in items:
        waiting.put(item)

    def run() -> None:
        while not abandoned.is_set():
            try:
                item = waiting.get_nowait()
            except Empty:
                return
            try:
                done.put((item, work(item)))
            except Exception as error:  # handed on to the caller
                done.put((item, error))

    for _ in range(min(workers, len(items))):
        threading.Thread(target=run, daemon=True).start()
    try:
        for _ in items:
            yield done.get()
    finally:
        abandoned.set()


def each_in_parallel(
    work: Callable[[Item], Result], items: Sequence[Item], workers: int, progress: Progress = silent, what: str = ""
) -> list[Result]:
    """The work for each item, in their order; what one raises ends it."""
    made: dict[int, Result] = {}
    done = in_parallel(lambda place: work(items[place]), range(len(items)), workers)
    for place, result in progress(done, what, len(items)):
        if isinstance(result, Exception):
            raise result
        made[place] = result
    return [made[place] for place in range(len(items))]
