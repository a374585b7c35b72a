"""How a message names a document without telling a value that stands in its name."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import NamedTuple

from sanon.corpus.readers import reader_of
from sanon.records import Source

_HIDDEN = "…"


class PlaceName(NamedTuple):
    """What may be said of a place.

    Attributes:
        source: file and record.
        parts: of the path, `…` for those that tell a value.
    """

    source: Source
    parts: tuple[str, ...]


def parts_without_values(path: str, holds_value: Callable[[str], bool]) -> tuple[str, ...]:
    """The parts of a path, `…` for those that tell a value."""
    return tuple(
        _HIDDEN if holds_value(part) or holds_value(PurePosixPath(part).stem) else part
        for part in PurePosixPath(path).parts
    )


class NamedPlaces:
    """The files of a corpus, seen one after the other; those whose names may not be said are told by their number."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._sorted: list[str] = []

    def see(self, source: Source) -> None:
        """Take note of a file."""
        self._seen.add(source.path)

    def name(self, source: Source, holds_value: Callable[[str], bool]) -> PlaceName:
        """The name of a place; `holds_value` says whether a value stands in a part of its path."""
        return PlaceName(source, parts_without_values(source.path, holds_value))

    def shown(self, name: PlaceName) -> str:
        """The name in a message; say it once all files are seen."""
        shown = "/".join(name.parts)
        if _HIDDEN in name.parts:
            if len(self._sorted) < len(self._seen):
                self._sorted = sorted(self._seen)
            number = bisect_left(self._sorted, name.source.path) + 1
            shown += f" (file {number} of {len(self._sorted)} by path)"
        return shown if reader_of(name.source).one_a_file else f"{shown} record {name.source.position + 1}"
