"""What every reader is: which files it reads, and how their documents are written back."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, ClassVar

from sanon.corpus.record import Columns, Record
from sanon.corpus.writing import write_document
from sanon.records import Document


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


class TextReader(Reader):
    """A form of which only the text is read."""

    one_a_file = path_is_id = text_only = True

    @classmethod
    def write(cls, target: Path, documents: Sequence[Document]) -> None:
        """Write id, metadata and text as JSON."""
        write_document(target, documents)
