"""The texts of an embedded graph, in a file beside the database.

Ladybug holds a whole group of rows in memory while it writes one: 300 MB of texts took 3.6 GB, and minutes. So
`Document.content` of an embedded graph says where in this file the text stands. Texts are appended, and on disk before
the transaction that names them is committed: after a crash the database names no text that is not there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from sanon.errors import GraphError

#: File of the texts in the folder of a graph.
TEXTS = "texts"
# Texts of graphs that are older than this file stand in the database itself: none begins with this character.
_PLACE = re.compile("\x01([0-9]+)\\+([0-9]+)")
_ZEROS = bytes(1 << 20)


class Texts:
    """Texts by their places, `\\x01<first byte>+<bytes>`.

    Raises:
        GraphError: from each method, if the file cannot be read or written.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / TEXTS

    def put(self, texts: Iterable[str]) -> list[str]:
        """Append texts; where each stands."""
        places = []
        try:
            with os.fdopen(os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as file:
                begin = file.seek(0, os.SEEK_END)
                for text in texts:
                    length = file.write(text.encode())
                    places.append(f"\x01{begin}+{length}")
                    begin += length
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise GraphError(f"graph {self._file.parent}: could not be written; is the disk full?") from error
        return places

    def take(self, places: Sequence[str]) -> list[str]:
        """The texts that stand at some places."""
        if not any(map(_PLACE.fullmatch, places)):
            return list(places)
        try:
            with self._file.open("rb") as file:
                return [_read(file.fileno(), place) for place in places]
        except (OSError, UnicodeDecodeError) as error:
            raise GraphError(
                f"graph {self._file.parent}: file {TEXTS} is missing or damaged; load the documents into a new graph"
            ) from error

    def forget(self, places: Iterable[str]) -> None:
        """Overwrite what stands at none of these places: nothing of a document stays that was taken out."""
        spans = sorted((int(found[1]), int(found[2])) for found in map(_PLACE.fullmatch, places) if found)
        if not self._file.exists():
            return
        try:
            with self._file.open("r+b") as file:
                end = 0
                for begin, length in spans:
                    _overwrite(file.fileno(), end, begin)
                    end = max(end, begin + length)
                file.truncate(end)
                os.fsync(file.fileno())
        except OSError as error:
            raise GraphError(f"graph {self._file.parent}: could not be written: {error.strerror}") from error


def _read(file: int, place: str) -> str:
    found = _PLACE.fullmatch(place)
    if found is None:
        return place
    raw = os.pread(file, int(found[2]), int(found[1]))
    if len(raw) != int(found[2]):
        raise OSError("the file is too short")
    return raw.decode()


def _overwrite(file: int, begin: int, end: int) -> None:
    while begin < end:
        begin += os.pwrite(file, _ZEROS[: end - begin], begin)
