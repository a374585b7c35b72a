"""A checksum of the database file of an embedded graph, to find out what a disk or a copy has changed in it.

Ladybug has checksums for its log only. A value of which one letter has changed is not found in its document any more,
and would be exported readable. A graph that a command has open has no checksum, nor has one whose command was killed:
the next command that ends makes it again.
"""

from __future__ import annotations

import os
import zlib
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO

from sanon.atomic import write_whole
from sanon.errors import GraphError, accessing

#: File of the checksum in the folder of a graph.
CHECKSUM = "checksum"
_BLOCK = 1 << 20


class Checksum:
    """The checksum of one database file.

    Args:
        database: the file.
    """

    def __init__(self, database: Path) -> None:
        self._database, self._file = database, database.with_name(CHECKSUM)

    def verify(self) -> None:
        """Compare the file with its checksum, before it is opened.

        Raises:
            GraphError: it is another one, or cannot be read.
        """
        with accessing(f"graph {self._database.parent}", "read", GraphError):
            said = self._said()
            if said is None:
                return
            with self._database.open("rb") as file:
                found = _checksum(file)
            # Gone by now: another command has begun to write in between.
            if found != said == self._said():
                raise GraphError(
                    f"graph {self._database.parent}: {self._database.name} is not as the last command left it, and so "
                    f"damaged: restore a copy of the folder, or load the documents into a new graph (where another "
                    f"program wrote on purpose, delete the file {CHECKSUM} there)"
                )

    def forget(self) -> None:
        """Remove it, on disk before anything of the database changes there.

        Raises:
            GraphError: it cannot be removed.
        """
        with accessing(f"graph {self._database.parent}", "written", GraphError):
            if not self._file.exists():
                return
            self._file.unlink()
            with suppress(PermissionError):  # Windows opens no folders
                folder = os.open(self._file.parent, os.O_RDONLY)
                os.fsync(folder)
                os.close(folder)

    def write(self, kept_open: ExitStack) -> None:
        """Make it; on a full disk there is none.

        Args:
            kept_open: closes the database file, and with that gives up the lock which this process has on it.
        """
        with suppress(OSError):
            write_whole(self._file, _checksum(kept_open.enter_context(self._database.open("rb"))).encode())

    def _said(self) -> str | None:
        with suppress(FileNotFoundError):
            return self._file.read_bytes().decode("utf-8", "replace")
        return None


def _checksum(file: BinaryIO) -> str:
    """CRC-32 and size: it is about accidents, and four times as fast as a digest."""
    crc = 0
    while block := file.read(_BLOCK):
        crc = zlib.crc32(block, crc)
    return f"{crc:08x} {file.tell()}\n"
