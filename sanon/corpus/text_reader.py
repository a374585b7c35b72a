"""Plain text and Markdown: the file is the content, its path in the folder the id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from sanon.corpus.record import Columns, Record, checked, line_of
from sanon.records import Source

_NULS_IN_TEXT = 0.1


def read_text(file: BinaryIO, path: str, _: Columns) -> Iterator[Record]:
    """Read a file as one text, byte for byte: a byte order mark and CRLF are part of it."""
    raw = file.read()
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        yield Record(line_of(raw, error.start), "not UTF-8 text")
        return
    # UTF-16 without a mark decodes as UTF-8 with a NUL beside every letter, and no value would be found in it.
    if text and text.count("\0") > _NULS_IN_TEXT * len(text):
        yield Record(None, "binary, or text that is not UTF-8")
        return
    source = Source(path=path, form="text", id_field="file name", content_field="file")
    yield Record(None, checked(path, text, {}, source))
