"""Read a corpus: every readable document of a folder, and why the others are none.

The result depends on what the files hold and are called, not on the order in which the file system lists them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple

from sanon.corpus.csv_reader import read_csv
from sanon.corpus.json_reader import read_json, read_jsonl
from sanon.corpus.parquet_reader import read_parquet
from sanon.corpus.record import Columns, Record, Rejection
from sanon.corpus.shelf import Documents, Shelf
from sanon.corpus.text_reader import read_text
from sanon.corpus.walk import files_of
from sanon.errors import ConfigurationError
from sanon.records import Document

Reader = Callable[[BinaryIO, str, Columns], Iterator[Record]]

READERS: dict[str, Reader] = {
    ".json": read_json,
    ".jsonl": read_jsonl,
    ".txt": read_text,
    ".md": read_text,
    ".csv": read_csv,
    ".parquet": read_parquet,
}
"""Suffix -> reader. A new form is one reader here and one writer in `sanon.export.writers`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A corpus as read.

    Attributes:
        documents: by source id.
        rejected: by file and line.
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
) -> Reading:
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
    columns = Columns(id_column, text_column)
    shelf = Shelf()
    copies: defaultdict[str, list[_Read]] = defaultdict(list)
    rejected: list[Rejection] = []
    for path, file, problem in files_of(docs, skip):
        for line, found in _records(path, file, problem, columns):
            if isinstance(found, str):
                rejected.append(Rejection(path, line, found))
            else:
                copies[found.source_id].append(_Read(path, line, shelf.put(found), _fingerprint(found)))
    return Reading(
        documents=Documents.lying(shelf, _without_repetitions(copies, rejected)),
        rejected=sorted(rejected, key=lambda one: (one.file, one.line or 0, one.reason)),
    )


def _records(path: str, file: Path, problem: str | None, columns: Columns) -> Iterator[Record]:
    reader = READERS.get(PurePosixPath(path).suffix.lower())
    if problem is None and reader is None:
        problem = f"unknown form; sAnon reads {' '.join(READERS)}"
    if problem is not None or reader is None:
        yield Record(None, problem or "")
        return
    try:
        with file.open("rb") as opened:
            if opened.peek(1):
                yield from reader(opened, path, columns)
            else:
                yield Record(None, "empty file")
    except OSError as error:
        yield Record(None, f"cannot be read: {error.strerror}")


def _without_repetitions(copies: Mapping[str, list[_Read]], rejected: list[Rejection]) -> dict[str, int]:
    """Keep one document an id: its number on the shelf.

    Of equal copies the first file's stays. Of copies that differ none does: nobody knows which one is right, and
    a guess would publish or lose a text silently.
    """
    kept: dict[str, int] = {}
    for source_id, same_id in copies.items():
        first, *others = same_id
        if all(other.fingerprint == first.fingerprint for other in others):
            kept[source_id] = first.number
            refused, reason = others, "repeats a document that was read from another place"
        else:
            refused, reason = same_id, "the same id stands elsewhere with other content or metadata"
        rejected.extend(Rejection(one.path, one.line, reason) for one in refused)
    return kept


def _fingerprint(document: Document) -> bytes:
    # As JSON, because True == 1 in Python.
    return sha256(json.dumps([document.content, document.metadata], sort_keys=True).encode()).digest()
