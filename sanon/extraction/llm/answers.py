"""The answers that were paid for, so that none is paid twice.

One SQLite file, for its owner only: answers hold values of the documents. Each answer is on disk before it is used, so
that a run that is killed loses none. SQLite has no checksums: a value of which a letter has changed stands in no
document any more, and would stay readable.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from zlib import crc32

from sanon.errors import ConfigurationError, accessing

FILE = "answers.sqlite"
_TABLE = """
    CREATE TABLE IF NOT EXISTS answers
    (key TEXT PRIMARY KEY, source_id TEXT NOT NULL, answer TEXT, checksum INTEGER NOT NULL) WITHOUT ROWID
"""
_WAIT_SECONDS = 30.0


class Answers:
    """Answers by the key of their request; safe to use from several threads.

    Args:
        folder: where the file lies; for its owner only, and there already.

    Raises:
        ConfigurationError: the file is there and is not what it should be.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        with accessing(f"answers of the model {self._path}", "written"):
            self._path.touch(mode=0o600)
            self._path.chmod(0o600)
        self._lock = Lock()
        self._database = sqlite3.connect(self._path, timeout=_WAIT_SECONDS, check_same_thread=False)
        # What cannot be decoded is damaged, and no message quotes it.
        self._database.text_factory = partial(str, encoding="utf-8", errors="replace")
        try:
            with self._opened():
                # What is deleted is overwritten: these are values of documents.
                self._database.execute("PRAGMA secure_delete = ON")
                self._database.execute(_TABLE)
        except ConfigurationError:
            self._database.close()
            raise

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._database.close()

    def __getitem__(self, key: str) -> str | None:
        """The answer to a request; None if the request was too long for the model.

        Raises:
            KeyError: it was not asked yet.
            ConfigurationError: it is not as it was kept.
        """
        with self._opened():
            sought = "SELECT source_id, answer, checksum FROM answers WHERE key = ?"
            found = self._database.execute(sought, (key,)).fetchone()
            if found is None:
                raise KeyError(key)
            source_id, answer, checksum = found
            if checksum != _checksum(key, source_id, answer):
                raise sqlite3.DatabaseError
        return answer  # type: ignore[no-any-return]  # as its checksum says

    def put(self, key: str, source_id: str, answer: str | None) -> None:
        """Keep an answer; None says that the request is too long for the model."""
        with self._opened():
            row = key, source_id, answer, _checksum(key, source_id, answer)
            self._database.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", row)

    def forget(self, source_ids: Iterable[str]) -> None:
        """Delete the answers about some documents."""
        with self._opened():
            self._database.executemany("DELETE FROM answers WHERE source_id = ?", [(one,) for one in source_ids])

    def forget_too_long(self, source_ids: Iterable[str]) -> None:
        """Delete what was too long of some documents, so that it is tried again."""
        rows = [(one,) for one in source_ids]
        with self._opened():
            self._database.executemany("DELETE FROM answers WHERE source_id = ? AND answer IS NULL", rows)

    @contextmanager
    def _opened(self) -> Iterator[None]:
        """A transaction of its own.

        Raises:
            ConfigurationError: the file is damaged, or the disk full.
        """
        try:
            with self._lock, self._database:
                yield
        except sqlite3.DatabaseError as error:
            # Of the system, such as "database or disk is full"; any other says that the file is none, or malformed.
            of_system = isinstance(error, sqlite3.OperationalError) and "column" not in str(error)
            what = f"cannot be used: {error}" if of_system else "cannot be read; delete the file"
            raise ConfigurationError(f"answers of the model {self._path}: {what}") from error


def _checksum(*row: object) -> int:
    return crc32(repr(row).encode())
