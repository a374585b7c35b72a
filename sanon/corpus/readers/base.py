"""What every reader is: which files it reads, and how their documents are written back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, ClassVar, NamedTuple

from pydantic import JsonValue

from sanon.corpus.record import Columns, Record, checked
from sanon.corpus.writing import write_document
from sanon.records import Document, Source

#: Share of a text that may be NULs.
_NULS_IN_TEXT = 0.1
#: Bytes of an e-mail, a web page, a DOCX or a PDF file that are read.
LARGEST = 50_000_000


class Reader(ABC):
    """A form of files. Each reader is a class in a module of this package, or of another package.

    Another package names its class by an entry point in the group `sanon.readers`.

    Attributes:
        name: of the form, kept in `Source.form`.
        summary: what a file of this form holds, for help texts.
        suffixes: of the files, in small letters, with the dot.
        one_a_file: whether a file is one document.
        path_is_id: whether the path of a file is the id of its document.
        text_only: whether only the text of a file is read, so that it is exported as JSON beside its name.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    one_a_file: ClassVar[bool] = False
    path_is_id: ClassVar[bool] = False
    text_only: ClassVar[bool] = False

    @classmethod
    @abstractmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Give the records of a file, each a document or the reason why there is none.

        Args:
            file: open, at its beginning; not empty.
            path: relative to the input folder.
            columns: names of what holds ids and texts.
        """

    @classmethod
    @abstractmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write the documents of one file, in the order of their places in it."""

    @classmethod
    def make_safe(cls, file: Path) -> int:
        """Take from a written file what a spreadsheet would run; how many places that were.

        `read` undoes it if `columns.csv_safe` says so.
        """
        return 0


def is_binary(text: str) -> bool:
    """Whether it is no text: UTF-16 read as UTF-8 has a NUL beside every letter, and no value would be found in it."""
    return text.count("\0") > _NULS_IN_TEXT * len(text)


def is_by_ascii(encoding: str) -> bool:
    """Whether ASCII means itself in a character set, as in neither UTF-16 nor EBCDIC.

    Raises:
        LookupError: nobody knows it.
        ValueError: it takes no such text.
    """
    return b"<a1>".decode(encoding, "replace") == "<a1>"


class TextOfFile(NamedTuple):
    """What a file says.

    Attributes:
        text: as a reader sees it.
        metadata: what goes along with it.
        left_out: what was not read -> how many.
    """

    text: str
    metadata: dict[str, JsonValue]
    left_out: Mapping[str, int]


class NotReadable(Exception):
    """A file holds no text that can be read; the message says why, and `line` where, if that is known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.line = line


class TextReader(Reader):
    """A form of which only the text is read: the path of a file is the id of its document.

    Attributes:
        unreadable: what is said of a file that the library of the form cannot take.
        content_name: what the text is called in messages.
    """

    one_a_file = path_is_id = text_only = True
    unreadable: ClassVar[str]
    content_name: ClassVar[str] = "text"

    @classmethod
    @abstractmethod
    def text_of(cls, raw: bytes) -> TextOfFile:
        """What a file of this form says.

        Raises:
            NotReadable: nothing; any other error means the same.
        """

    @classmethod
    def read(cls, file: BinaryIO, path: str, columns: Columns) -> Iterator[Record]:
        """Read one text, if the file is not too large."""
        raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            yield Record(None, f"larger than {LARGEST // 1_000_000} MB")
            return
        try:
            text, metadata, left_out = cls.text_of(raw)
        except NotReadable as error:
            yield Record(error.line, str(error))
            return
        except Exception:  # libraries meet what is malformed with errors of a dozen kinds
            yield Record(None, cls.unreadable)
            return
        unread = tuple(f"{what}: {number}" for what, number in sorted(left_out.items()) if number)
        source = Source(path=path, form=cls.name, id_field="file name", content_field=cls.content_name, left_out=unread)
        yield Record(None, checked(path, text, metadata, source))

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write id, metadata and text as JSON."""
        write_document(target, documents)
