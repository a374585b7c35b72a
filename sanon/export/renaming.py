"""Keyed pseudonyms for ids and file names (`--rename`), since both often hold a name."""

from __future__ import annotations

import hmac
from pathlib import PurePosixPath

from sanon.corpus.readers import reader_of
from sanon.records import Document

_DIGITS = 16  # 64 bits: two of a billion ids meet with a chance of 3 %, then the writer refuses


class Renaming:
    """Gives ids and file names their pseudonyms, the same in every export under one key.

    Args:
        key: secret of the corpus.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def renamed(self, document: Document) -> Document:
        """Give the document under its new id and file name."""
        source = document.source
        path = self._path(source.path)
        # The path is the id of a file that is one text.
        name = path if reader_of(source).path_is_id else self._mark("id", document.source_id)
        types = {column: kind for column, kind in source.column_types.items() if column != source.id_field}
        place = source.model_copy(update={"path": path, "column_types": types})
        return document.model_copy(update={"source_id": name, "source": place})

    def _path(self, path: str) -> str:
        pure = PurePosixPath(path)
        # Each folder by its whole path: equal names in different folders must not show as equal.
        marks = [self._mark("path", "/".join(pure.parts[: depth + 1])) for depth in range(len(pure.parts))]
        return "/".join(marks) + pure.suffix

    def _mark(self, what: str, name: str) -> str:
        return hmac.digest(self._key, f"{what}\0{name}".encode(), "sha256").hex()[:_DIGITS]
