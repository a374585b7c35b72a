"""Bring a vector store to what an export shows: nothing that is masked by now can be retrieved any more.

`.sanon/changes.json` names what differs from the last export. A store can be further behind: an export was never
applied, a run died half way, texts are split in another way, an id must not be told in a file. So every document is
compared with what the store holds of it, and applying an export again changes nothing (docs/decisions/0008).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from pydantic import JsonValue, TypeAdapter, ValidationError

from sanon.atomic import write_whole
from sanon.commands.hand_out import HandOut
from sanon.corpus.reading import read_corpus
from sanon.corpus.spool import Documents
from sanon.corpus.walk import CHANGES, is_export
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.integrity import changed_files
from sanon.records import Document, StrictModel
from sanon.results import ExportChanges, IndexResult
from sanon.text.counting import counted

if TYPE_CHECKING:
    from chromadb import Collection as ChromaCollection
    from langchain_core.vectorstores import VectorStore

#: Entries of the metadata of a piece: its document, the digest of all pieces of that, and how many they are.
DOCUMENT, DIGEST, PIECES = "sanon_document", "sanon_digest", "sanon_pieces"

_AT_ONCE = 500
_READ_AT_ONCE = 5_000

Split = Callable[[str], Sequence[str]]


class Piece(NamedTuple):
    """What a store embeds and gives back.

    Attributes:
        id: `<id of the document>#<number>`, from 1.
        text, metadata: as exported.
        document: id of its document.
        digest, pieces: of all pieces of the document.
    """

    id: str
    text: str
    metadata: dict[str, JsonValue]
    document: str
    digest: str
    pieces: int

    def marked(self) -> dict[str, JsonValue]:
        """The metadata with what tells a store what it holds."""
        return self.metadata | {DOCUMENT: self.document, DIGEST: self.digest, PIECES: self.pieces}


class Index(Protocol):
    """What a store must be able to do."""

    def held(self) -> Mapping[str, str]:
        """Id of a document -> digest of its pieces, or "" if it does not hold all of one digest."""

    def foreign(self) -> int | None:
        """How many pieces others put there; None if it cannot tell."""

    def drop(self, documents: Collection[str]) -> None:
        """Delete all pieces of documents that it holds."""

    def put(self, pieces: Sequence[Piece]) -> None:
        """Take pieces in; of a document it holds none, and gets all."""


def whole(text: str) -> Sequence[str]:
    """One piece a document."""
    return [text]


def apply_export(
    out: str | Path,
    index: Index,
    *,
    split: Split = whole,
    id_column: str = "id",
    text_column: str = "content",
) -> IndexResult:
    """Bring a store to an export. Applying it again changes nothing; what an interruption leaves the next call repairs.

    What changed is dropped before it is written anew: a document may be missing in between, and never in two states.

    Args:
        index: `ChromaIndex`, `LangChainIndex`, or one of your own.
        split: cuts the text of a document into pieces, the same in the same way; by default none.
        id_column, text_column: of CSV and Parquet files.

    Raises:
        ConfigurationError: no export, or a split that gives nothing.
        InputRejected: a file of the export is not as its manifest says, or cannot be read.
    """
    folder = Path(out)
    if not is_export(folder):
        raise ConfigurationError(f"{folder}: no export of sAnon; name the folder that sanon export wrote")
    if changed := changed_files(folder):
        raise InputRejected(
            f"{folder}: {counted(len(changed), 'file', verb=('is', 'are'))} not as its manifest says, "
            "and nobody checked what stands there now: export again"
        )
    reading = read_corpus(folder, id_column=id_column, text_column=text_column)
    if reading.rejected:
        unread = counted(len(reading.rejected), "file or line", "files or lines")
        raise InputRejected(f"{folder}: {unread} cannot be read; nothing was indexed")
    changes = ExportChanges.model_validate_json((folder / CHANGES).read_bytes())
    return _brought(reading.documents, changes, index, split)


def apply_hand_out(handed: HandOut, index: Index, *, split: Split = whole) -> IndexResult:
    """The same without an export, from `Corpus.hand_out`; call `Corpus.handed_out` when it is done.

    Args:
        index, split: as of `apply_export`.

    Raises:
        ConfigurationError: a split that gives nothing.
    """
    return _brought(Documents.of(handed.documents.values()), handed.changes, index, split)


def _brought(documents: Documents, changes: ExportChanges, index: Index, split: Split) -> IndexResult:
    held = dict(index.held())
    digests: dict[str, str] = {}
    total = 0
    for document in documents:
        pieces = _pieces(document, split)
        total += len(pieces)
        digests[document.source_id] = pieces[0].digest
    added = digests.keys() - held.keys()
    changed = {one for one in digests.keys() & held.keys() if held[one] != digests[one]}
    removed = held.keys() - digests.keys()
    for some in _portions(sorted(removed | changed)):
        index.drop(some)
    for some in _portions(sorted(added | changed)):
        index.put([piece for document in documents.each(some) for piece in _pieces(document, split)])
    named = {*changes.added, *changes.changed, *changes.removed}
    return IndexResult(
        documents=len(digests),
        added=len(added),
        changed=len(changed),
        removed=len(removed),
        unchanged=len(digests) - len(added) - len(changed),
        pieces=total,
        missed=len((added | changed | removed) - named),
        foreign=index.foreign(),
    )


class ChromaIndex:
    """A collection of Chroma; what it holds stands in the metadata of its pieces.

    Args:
        collection: with the embedding function of your choice. Pieces that others put there stay.
    """

    def __init__(self, collection: ChromaCollection) -> None:
        self._collection = collection

    def held(self) -> Mapping[str, str]:
        """By the metadata of all pieces; "" for a document of which some are missing, or of another state."""
        states: defaultdict[str, Counter[tuple[str, int]]] = defaultdict(Counter)
        for mark in self._marks():
            if mark:
                states[mark.document][mark.digest, mark.pieces] += 1
        held = dict.fromkeys(states, "")
        for source_id, found in states.items():
            (digest, pieces), there = found.most_common(1)[0]
            if len(found) == 1 and there == pieces:
                held[source_id] = digest
        return held

    def foreign(self) -> int:
        """Pieces without our metadata."""
        return sum(mark is None for mark in self._marks())

    def drop(self, documents: Collection[str]) -> None:
        """By the metadata, so that no piece stays, however many there were."""
        among: dict[Literal["$in", "$nin"], list[str | int | float | bool]] = {"$in": [*documents]}
        self._collection.delete(where={DOCUMENT: among})

    def put(self, pieces: Sequence[Piece]) -> None:
        """Metadata that Chroma cannot hold, such as objects, become JSON texts; null is left out."""
        for start in range(0, len(pieces), _AT_ONCE):
            some = pieces[start : start + _AT_ONCE]
            self._collection.upsert(
                ids=[piece.id for piece in some],
                documents=[piece.text for piece in some],
                metadatas=[
                    {name: _scalar(value) for name, value in piece.marked().items() if value is not None}
                    for piece in some
                ],
            )

    def _marks(self) -> Iterator[_Mark | None]:
        for start in range(0, self._collection.count(), _READ_AT_ONCE):
            found = self._collection.get(include=["metadatas"], limit=_READ_AT_ONCE, offset=start)
            for metadata in found["metadatas"] or []:
                if metadata and {DOCUMENT, DIGEST, PIECES} <= metadata.keys():
                    yield _Mark(str(metadata[DOCUMENT]), str(metadata[DIGEST]), int(str(metadata[PIECES])))
                else:
                    yield None


class _Mark(NamedTuple):
    document: str
    digest: str
    pieces: int


class _Held(StrictModel):
    """What a ledger says of one document; no digest while it is being written."""

    digest: str
    pieces: list[str]


_LEDGER = TypeAdapter(dict[str, _Held])


class LangChainIndex:
    """Any vector store of LangChain, by `add_documents(ids=…)` and `delete(ids)`.

    These cannot say what a store holds, so a file does. Without it stale pieces could not be found: if it is lost, make
    the store anew.

    Args:
        ledger: JSON file of ids and digests, beside the store; made by the first call. Nothing but this class may
            write to either.
    """

    def __init__(self, store: VectorStore, ledger: str | Path) -> None:
        self._store = store
        self._file = Path(ledger)
        self._ledger: dict[str, _Held] = _read_ledger(self._file)

    def held(self) -> Mapping[str, str]:
        """By the ledger."""
        return {source_id: one.digest for source_id, one in self._ledger.items()}

    def foreign(self) -> None:
        """A vector store of LangChain cannot tell."""

    def drop(self, documents: Collection[str]) -> None:
        """Delete by id; the ledger forgets them afterwards.

        Raises:
            ConfigurationError: the store does not delete.
        """
        ids = [piece for one in documents for piece in self._ledger[one].pieces]
        if ids and self._store.delete(ids) is False:
            raise ConfigurationError(f"{type(self._store).__name__} did not delete what must go; make the store anew")
        self._write({source_id: one for source_id, one in self._ledger.items() if source_id not in documents})

    def put(self, pieces: Sequence[Piece]) -> None:
        """The ledger knows of the pieces before the store does."""
        from langchain_core.documents import Document as LangChainDocument

        written: dict[str, _Held] = {}
        for piece in pieces:
            before = written.get(piece.document, _Held(digest=piece.digest, pieces=[]))
            written[piece.document] = _Held(digest=piece.digest, pieces=[*before.pieces, piece.id])
        self._write(self._ledger | {name: _Held(digest="", pieces=one.pieces) for name, one in written.items()})
        self._store.add_documents(
            [LangChainDocument(id=piece.id, page_content=piece.text, metadata=piece.marked()) for piece in pieces],
            ids=[piece.id for piece in pieces],
        )
        self._write(self._ledger | written)

    def _write(self, ledger: dict[str, _Held]) -> None:
        write_whole(self._file, _LEDGER.dump_json(ledger, indent=1))
        self._ledger = ledger


def _read_ledger(file: Path) -> dict[str, _Held]:
    try:
        return _LEDGER.validate_json(file.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError) as error:
        raise ConfigurationError(
            f"{file}: no ledger of a vector store; name another file, and make the store anew"
        ) from error


def _pieces(document: Document, split: Split) -> list[Piece]:
    texts = list(split(document.content))
    if not texts:
        raise ConfigurationError("split gave no piece for a document; it must give at least one")
    state = json.dumps([texts, document.metadata], ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(state.encode()).hexdigest()
    return [
        Piece(f"{document.source_id}#{number}", text, document.metadata, document.source_id, digest, len(texts))
        for number, text in enumerate(texts, start=1)
    ]


def _portions(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (ids[start : start + _AT_ONCE] for start in range(0, len(ids), _AT_ONCE))


def _scalar(value: JsonValue) -> str | int | float | bool:
    return value if isinstance(value, str | int | float | bool) else json.dumps(value, ensure_ascii=False)
