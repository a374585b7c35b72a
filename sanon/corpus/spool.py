"""Documents that lie on disk and not in memory: a corpus may be larger than what a machine holds."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import NamedTuple, Self, overload

from sanon.records import Document, Source

#: Bytes of documents that stay in memory before all go to disk.
_HELD = 64_000_000


class PageFile:
    """A file of pages of bytes, each read when it is asked for.

    The file has no name in any folder: nobody else can open it, and it is gone with the process, however that ends.
    """

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_HELD)  # noqa: SIM115 - open as long as somebody has the pages
        self._places = array("Q", [0])
        self._lock = Lock()

    def put(self, page: bytes) -> int:
        """Add a page; its number, from 0."""
        with self._lock:
            self._file.seek(self._places[-1])
            self._file.write(page)
            self._places.append(self._places[-1] + len(page))
        return len(self._places) - 2

    def take(self, number: int) -> bytes:
        """The page with this number."""
        begin, end = self._places[number], self._places[number + 1]
        with self._lock:
            self._file.seek(begin)
            return self._file.read(end - begin)

    def size(self, number: int) -> int:
        """Bytes of a page."""
        return self._places[number + 1] - self._places[number]


def packed(document: Document) -> bytes:
    """A document as a page."""
    # The fields and not the models, which take three times as long to pickle.
    fields = (document.source_id, document.content, document.metadata, vars(document.source))
    return pickle.dumps(fields, pickle.HIGHEST_PROTOCOL)


class _Place(NamedTuple):
    pages: PageFile
    number: int


class Documents(Sequence[Document]):
    """Documents in the order of their source ids, each read from its file when it is asked for.

    Args:
        places: source id -> where the document lies.
    """

    def __init__(self, places: Mapping[str, _Place] | None = None) -> None:
        self._places = dict(sorted((places or {}).items()))
        self.ids = list(self._places)

    @classmethod
    def of(cls, documents: Iterable[Document]) -> Self:
        """Write documents to a file of their own; where two have one id, the last one counts."""
        pages = PageFile()
        return cls({document.source_id: _Place(pages, pages.put(packed(document))) for document in documents})

    @classmethod
    def spooled(cls, pages: PageFile, numbers: Mapping[str, int]) -> Self:
        """Give the documents of one file; `numbers`: source id -> number of its page."""
        return cls({source_id: _Place(pages, number) for source_id, number in numbers.items()})

    def only(self, source_ids: Iterable[str]) -> Self:
        """Give the documents of some ids, in the order of the ids."""
        return type(self)({source_id: self._places[source_id] for source_id in source_ids})

    def listed(self, source_ids: Iterable[str]) -> Self:
        """Give the documents of some ids, in the order given."""
        chosen = type(self)()
        chosen._places = {source_id: self._places[source_id] for source_id in source_ids}
        chosen.ids = list(chosen._places)
        return chosen

    def __or__(self, other: Documents) -> Self:
        """Join two sequences; where both hold a document of one id, the other's counts."""
        return type(self)(self._places | other._places)

    def by_id(self, source_id: str) -> Document:
        """One document.

        Raises:
            KeyError: there is none of this id.
        """
        place = self._places[source_id]
        # Written by this process, into a file that nobody else can open.
        source_id, content, metadata, source = pickle.loads(place.pages.take(place.number))  # noqa: S301
        return Document(source_id=source_id, content=content, metadata=metadata, source=Source(**source))

    def size(self, source_id: str) -> int:
        """Bytes of one document, about."""
        place = self._places[source_id]
        return place.pages.size(place.number)

    def each(self, source_ids: Iterable[str]) -> Iterator[Document]:
        """Some documents one after the other, in the order of the ids given."""
        return map(self.by_id, source_ids)

    def __contains__(self, source_id: object) -> bool:
        return source_id in self._places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Document]:
        return self.each(self.ids)

    @overload
    def __getitem__(self, index: int) -> Document: ...
    @overload
    def __getitem__(self, index: slice) -> Documents: ...
    def __getitem__(self, index: int | slice) -> Document | Documents:
        return self.only(self.ids[index]) if isinstance(index, slice) else self.by_id(self.ids[index])

    def __eq__(self, other: object) -> bool:
        """Equal to any sequence of the same documents."""
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]
