"""Read a corpus: every readable document of a folder, and why the others are none.

The result depends on what the files hold and are called, not on the order in which the file system lists them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from sanon.corpus.readers import reader_by_suffix
from sanon.corpus.readers.json_reader import JsonLinesReader, document_of
from sanon.corpus.record import Columns, Record, Rejection
from sanon.corpus.spool import Documents, PageFile, packed
from sanon.corpus.walk import files_of, is_csv_safe
from sanon.errors import ConfigurationError
from sanon.records import Document, Source

#: File that documents in memory are said to be of.
IN_MEMORY = "documents.jsonl"
#: Why a document with the id of another is rejected.
REPEATS = "repeats a document that was read from another place"
DIFFERS = "the same id stands elsewhere with other content or metadata"


#: `json.dumps` would make one for each document.
_ENCODER = json.JSONEncoder(sort_keys=True)


@dataclass(frozen=True, slots=True)
class ReadCorpus:
    """A corpus as read.

    Attributes:
        documents: by source id.
    """

    documents: Documents
    rejected: list[Rejection]


class _Read(NamedTuple):
    path: str
    line: int | None
    number: int
    fingerprint: bytes


def read_corpus(
    docs: Path, *, id_column: str = "id", text_column: str = "content", skip: Collection[Path] = ()
) -> ReadCorpus:
    """Read a folder or one file.

    Args:
        docs: the folder, walked without hidden files and without links that lead out of it, or the file.
        id_column: column of CSV and Parquet files that holds the ids.
        text_column: column of CSV and Parquet files that holds the texts.
        skip: files and folders inside `docs` to leave out, such as the output of an earlier run.

    Raises:
        ConfigurationError: nothing readable at `docs`, or one column named for both.
    """
    if id_column == text_column:
        raise ConfigurationError(f"--id-column and --text-column both name {id_column!r}")
    columns = Columns(id_column, text_column, csv_safe=is_csv_safe(docs))
    return _collected(
        (path, record)
        for path, file, problem in files_of(docs, skip)
        for record in records_of(path, file, problem, columns)
    )


def read_records(
    records: Iterable[Document | Mapping[str, object]], *, id_column: str = "id", text_column: str = "content"
) -> ReadCorpus:
    """Take documents that are in memory; they are exported as one file of JSON lines.

    Args:
        records: documents, or what a line of JSONL would hold: id, content, metadata, and other entries.
        id_column, text_column: other names of the entries `id` and `content`.
    """
    return _collected((IN_MEMORY, _taken(one, number, id_column, text_column)) for number, one in enumerate(records))


def _taken(one: Document | Mapping[str, object], number: int, id_column: str, text_column: str) -> Record:
    if isinstance(one, Document):
        return Record(number + 1, one)
    if not isinstance(one, Mapping):
        return Record(
            number + 1, 'no document; one is {"id": "…", "content": "…"}, and what else there is as "metadata"'
        )
    names = {id_column: "id", text_column: "content"}
    entry = {names.get(name, name): value for name, value in one.items()}
    try:
        # What a file cannot hold, such as a date, has no place in metadata either.
        entry = json.loads(json.dumps(entry))
    except (TypeError, ValueError):
        return Record(number + 1, "holds what JSON cannot, such as a date; make it a text")
    return Record(number + 1, document_of(entry, Source(path=IN_MEMORY, form=JsonLinesReader.name, position=number)))


def _collected(found: Iterable[tuple[str, Record]]) -> ReadCorpus:
    """The documents of some files, one an id."""
    pages = PageFile()
    copies: defaultdict[str, list[_Read]] = defaultdict(list)
    rejected: list[Rejection] = []
    for path, (line, one) in found:
        if isinstance(one, str):
            rejected.append(Rejection(path, line, one))
        else:
            copies[one.source_id].append(_Read(path, line, pages.put(packed(one)), _fingerprint(one)))
    return ReadCorpus(
        documents=Documents.spooled(pages, _without_repetitions(copies, rejected)),
        rejected=sorted(rejected, key=lambda one: (one.file, one.line or 0, one.reason)),
    )


def records_of(path: str, file: Path, problem: str | None, columns: Columns) -> Iterator[Record]:
    """The documents of one file of `files_of`, or why they are none."""
    readers = reader_by_suffix()
    reader = readers.get(PurePosixPath(path).suffix.lower())
    if problem is None and reader is None:
        problem = f"unknown form; sAnon reads {' '.join(readers)}"
    if problem is not None or reader is None:
        yield Record(None, problem or "")
        return
    try:
        with file.open("rb") as opened:
            if opened.peek(1):
                yield from reader.read(opened, path, columns)
            else:
                yield Record(None, "empty file")
    except OSError as error:
        yield Record(None, f"cannot be read: {error.strerror}")


def _without_repetitions(copies: Mapping[str, list[_Read]], rejected: list[Rejection]) -> dict[str, int]:
    """Keep one document an id: its number in the spool.

    Of equal copies the first file's stays. Of copies that differ none does: nobody knows which one is right, and
    a guess would publish or lose a text silently.
    """
    kept: dict[str, int] = {}
    for source_id, same_id in copies.items():
        first, *others = same_id
        if all(other.fingerprint == first.fingerprint for other in others):
            kept[source_id] = first.number
            refused, reason = others, REPEATS
        else:
            refused, reason = same_id, DIFFERS
        rejected.extend(Rejection(one.path, one.line, reason) for one in refused)
    return kept


def _fingerprint(document: Document) -> bytes:
    # As JSON, because True == 1 in Python.
    return sha256(_ENCODER.encode([document.content, document.metadata]).encode()).digest()
