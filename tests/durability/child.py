"""The command line in a forked child that may kill itself, as kill -9 would, at a chosen write."""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from sanon.cli.main import main
from sanon.export import export, folder
from sanon.graph.bolt import BoltEngine
from sanon.graph.embedded import EmbeddedEngine
from tests.cli.forking import prepare

# Before the fork, once for all children.
prepare()

#: A load of ten documents is written in several portions then.
_TRANSACTION_BYTES = 12_000


class Ended(NamedTuple):
    """How a child ended.

    Attributes:
        exit_code: of the command; -9 if it was killed.
        said: on stdout and stderr.
    """

    exit_code: int
    said: str


def sanon(
    cwd: Path, environment: dict[str, str], *arguments: object, killed_at: int = 0, largest_file: int | None = None
) -> Ended:
    """Run a command; much faster than a new process that imports everything again.

    Args:
        cwd: its working folder.
        environment: added to that of the tests, without what it says of sAnon.
        arguments: of the command.
        killed_at: number of the write right after which the child kills itself; 0 for never. Counted are statements
            that write, commits, and the files and renames of an export.
        largest_file: bytes that a file may have; a longer one fails as on a full disk.
    """
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reader)
        if largest_file is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
        _run(writer, cwd, environment, [str(argument) for argument in arguments], killed_at)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as output:
        said = output.read()
    return Ended(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), said)


def _run(output: int, cwd: Path, environment: dict[str, str], arguments: list[str], killed_at: int) -> NoReturn:
    code = 1
    # The threads of databases that this is a copy of are not here: to collect one as garbage would wait for them.
    gc.freeze()
    try:
        os.dup2(output, 1)
        os.dup2(output, 2)
        sys.stdout, sys.stderr = os.fdopen(1, "w", encoding="utf-8"), os.fdopen(2, "w", encoding="utf-8")
        os.chdir(cwd)
        for name in list(os.environ):
            if name.startswith(("SANON_", "NEO4J_")):
                del os.environ[name]
        os.environ.update(environment)
        sys.argv = ["sanon", *arguments]
        _count_writes(killed_at)
        code = main()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        # Nothing of the test run that this is a copy of may come to its end here.
        os._exit(code)


def _count_writes(killed_at: int) -> None:
    done = 0

    def wrote() -> None:
        nonlocal done
        done += 1
        if done == killed_at:
            os.kill(os.getpid(), signal.SIGKILL)

    BoltEngine.transaction_bytes = EmbeddedEngine.transaction_bytes = _TRANSACTION_BYTES
    for engine in (BoltEngine, EmbeddedEngine):
        for verb in ("write", "bulk_load"):
            setattr(engine, verb, _then(wrote, getattr(engine, verb)))
    for verb in ("load_documents", "load_mentions", "create_links"):
        setattr(BoltEngine, verb, _then(wrote, getattr(BoltEngine, verb)))
    for engine in (BoltEngine, EmbeddedEngine):
        engine.transaction = _committed(wrote, engine.transaction)  # type: ignore[method-assign]
    folder._put = _then(wrote, folder._put)
    for step in ("write_files", "write_json", "write_manifest"):
        setattr(export, step, _then(wrote, getattr(export, step)))


def _then(wrote: Callable[[], None], function: Callable[..., Any]) -> Callable[..., Any]:
    def wrapped(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        wrote()
        return result

    return wrapped


def _committed(wrote: Callable[[], None], transaction: Callable[..., Any]) -> Callable[..., Any]:
    @contextmanager
    def wrapped(engine: Any) -> Iterator[None]:
        with transaction(engine):
            yield
        wrote()

    return wrapped
