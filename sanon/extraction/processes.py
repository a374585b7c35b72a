"""The rules on all cores: documents are handed to processes of their own, and findings come back in order."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from multiprocessing.connection import Connection, wait
from threading import current_thread, main_thread
from typing import TypeAlias

from sanon.errors import ExtractionError
from sanon.extraction.registry import Finder
from sanon.records import Document, Finding

#: Bytes of documents from which on a second process pays: it reads the word lists anew, for a second.
WORTH_BYTES = 2_000_000
#: Documents that a process takes at a time.
_AT_ONCE = 4

Result: TypeAlias = tuple[str, list[Finding] | ExtractionError]
"""Source id of a document, and what was found in it or why nothing was."""
_Pipe: TypeAlias = "Connection[list[Document], list[Result] | Exception]"


def extract_in_processes(extractor: Finder, documents: Iterable[Document], processes: int) -> Iterator[Result]:
    """What was found in each document, in the order of the documents.

    A process ends when nobody writes to its pipe any more: with this one, however that ends. No pool of the standard
    library, whose semaphores would outlive a command that is killed.

    Args:
        extractor: can be pickled.
        documents: taken from as fast as they are worked on.
    """
    portions = _portions(documents)
    with _started(extractor, processes) as pipes:
        working = {pipe: number for number, pipe in enumerate(pipes) if _sent(pipe, portions)}
        begun, due = len(working), 0
        done: dict[int, list[Result]] = {}
        while working:
            for pipe in wait(list(working)):
                done[working.pop(pipe)] = _received(pipe)  # type: ignore[arg-type, call-overload]
                if _sent(pipe, portions):  # type: ignore[arg-type]
                    working[pipe] = begun  # type: ignore[index]
                    begun += 1
            while due in done:
                yield from done.pop(due)
                due += 1


def _portions(documents: Iterable[Document]) -> Iterator[list[Document]]:
    remaining = iter(documents)
    while portion := list(islice(remaining, _AT_ONCE)):
        yield portion


@contextmanager
def _started(extractor: Finder, processes: int) -> Iterator[list[_Pipe]]:
    """So many processes that extract, until it is left; what they are at then is given up."""
    # Not a fork: the graph engine and the driver have threads, whose locks a copy would wait for.
    context = multiprocessing.get_context("spawn")
    pipes, workers = [], []
    try:
        with _unheard():
            for _ in range(processes):
                ours, theirs = context.Pipe()
                worker = context.Process(target=_work, args=(theirs, extractor), daemon=True)
                worker.start()
                theirs.close()
                pipes.append(ours)
                workers.append(worker)
        yield pipes
    finally:
        for worker in workers:
            worker.kill()


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that begin here do not hear Control+C: this one does, and ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _sent(pipe: _Pipe, portions: Iterator[list[Document]]) -> bool:
    """Give a process its next portion; whether there is one."""
    portion = next(portions, None)
    if portion:
        pipe.send(portion)
    return bool(portion)


def _received(pipe: _Pipe) -> list[Result]:
    try:
        results = pipe.recv()
    except EOFError as error:
        raise ExtractionError("a process that extracts was ended from outside; run the same command again") from error
    if isinstance(results, Exception):
        raise results
    return results


def _work(pipe: Connection[list[Result] | Exception, list[Document]], extractor: Finder) -> None:
    """What a process does: answer each portion, until there is nobody to answer."""
    try:
        while True:
            portion = pipe.recv()
            try:
                pipe.send([(document.source_id, extracted(extractor, document)) for document in portion])
            except (BrokenPipeError, EOFError):
                raise
            except Exception as error:  # a defect, which the command tells as any other
                pipe.send(error)
    except (BrokenPipeError, EOFError):
        return


def extracted(extractor: Finder, document: Document) -> list[Finding] | ExtractionError:
    """What is found in one document, or why nothing was."""
    try:
        return extractor.extract(document)
    except ExtractionError as error:
        return error
