"""The texts of an embedded graph, in a file beside the database.

Ladybug holds a whole group of rows in memory while it writes one: 300 MB of texts took 3.6 GB, and minutes. So
`Document.content` of an embedded graph says where in this file the text stands. Texts are appended, and on disk before
the transaction that names them is committed: after a crash the database names no text that is not there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from sanon.errors import GraphError

#: File of the texts in the folder of a graph.
TEXTS = "texts"
#: Begins a place, so that whoever looks into the database takes it for no text.
_MARK = "\x01"
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
                    places.append(f"{_MARK}{begin}+{length}")
                    begin += length
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise GraphError(f"graph {self._file.parent}: could not be written; is the disk full?") from error
        return places

    def take(self, places: Sequence[str]) -> list[str]:
        """The texts that stand at some places."""
        if not places:
            return []
        try:
            with self._file.open("rb") as file:
                return [_read(file.fileno(), place) for place in places]
        except (OSError, ValueError) as error:
            raise GraphError(
                f"graph {self._file.parent}: file {TEXTS} is missing or damaged; load the documents into a new graph"
            ) from error

    def forget(self, places: Iterable[str]) -> None:
        """Overwrite what stands at none of these places: nothing of a document stays that was taken out."""
        if not self._file.exists():
            return
        spans = sorted(map(_span, places))
        try:
            with self._file.open("r+b") as file:
                end = 0
                for begin, length in spans:
                    while end < begin:
                        end += os.pwrite(file.fileno(), _ZEROS[: begin - end], end)
                    end = max(end, begin + length)
                file.truncate(end)
                os.fsync(file.fileno())
        except OSError as error:
            raise GraphError(f"graph {self._file.parent}: could not be written: {error.strerror}") from error


def _read(file: int, place: str) -> str:
    begin, length = _span(place)
    raw = os.pread(file, length, begin)
    if len(raw) != length:
        raise OSError("the file is too short")
    return raw.decode()


def _span(place: str) -> tuple[int, int]:
    begin, length = place.removeprefix(_MARK).split("+")
    return int(begin), int(length)
