"""Plain text and Markdown: the file is the content, its path in the folder the id."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from sanon.corpus.readers.base import Reader, is_binary
from sanon.corpus.record import Columns, Record, checked, line_of
from sanon.records import Document, Source


class PlainTextReader(Reader):
    """The file is the content, its path the id."""

    name = "text"
    summary = "plain text or Markdown, byte for byte"
    suffixes = (".txt", ".md")
    one_a_file = path_is_id = True

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Read a file as one text, byte for byte: a byte order mark and CRLF are part of it."""
        raw = file.read()
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            yield Record(line_of(raw, error.start), "not UTF-8 text")
            return
        if is_binary(text):
            yield Record(None, "binary, or text that is not UTF-8")
            return
        source = Source(path=path, form=cls.name, id_field="file name", content_field="file")
        yield Record(None, checked(path, text, {}, source))

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write the text, byte for byte."""
        (document,) = documents
        target.write_bytes(document.content.encode())
